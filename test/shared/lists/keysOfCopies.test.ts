import { expect, test } from "vitest";
import { ListEntry } from "../../../shared/entities/listEntry.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeCustomer, makeWebsite } from "../../support/factories.ts";

/** The item of a record's copy as DynamoDB has it, with the keys by which indexes find it. */
async function copyOf(list: List, { sequence }: { sequence: number }) {
  const { data } = await ListEntry.get({ ...list, sequence }).go({ data: "raw", consistent: true });
  return (data as unknown as { Item: Record<string, unknown> }).Item;
}

/** The shard of an index that a record is in. */
const last = (uuid: string) => uuid.slice(-1);

async function makeSite() {
  const { reseller, business } = await makeCustomer();
  const key = { reseller_uuid: reseller.uuid, uuid: await makeWebsite(reseller, business) };
  const website = await getListed(websites, key);
  return { key, website, list: websites.list(website), business };
}

test("the copy of a website is in the group of those that are down while it is", async () => {
  const { key, website, list } = await makeSite();
  const place = `${String(website.account_sequence).padStart(10, "0")}#${key.uuid}`;
  const group = { gsi1pk: `down#${last(key.uuid)}`, gsi1sk: `${key.reseller_uuid}#${place}` };
  const isDown = (down: boolean) =>
    changeListed(websites, key, () => ({ set: { is_hostname_up: !down } }));
  expect(Object.keys(await copyOf(list, website))).not.toContain("gsi1pk");
  await isDown(true);
  expect(await copyOf(list, website)).toMatchObject(group);
  await isDown(false);
  const up = Object.keys(await copyOf(list, website));
  expect(up).not.toContain("gsi1pk");
  expect(up).not.toContain("gsi1sk");
  expect(up).toContain("gsi2pk");
});

test("the copy of a website is found by its host name among those of its reseller", async () => {
  const { key, website, list } = await makeSite();
  const keys = (host: string) => ({
    gsi2pk: `reseller#${key.reseller_uuid}#find#${last(key.uuid)}`,
    gsi2sk: `${host}#${String(website.account_sequence).padStart(10, "0")}#${key.uuid}`,
  });
  await changeListed(websites, key, () => ({ set: { hostname: "https://www.one.example" } }));
  expect(await copyOf(list, website)).toMatchObject(keys("one.example"));
  await changeListed(websites, key, () => ({ set: { hostname: "https://two.example" } }));
  expect(await copyOf(list, website)).toMatchObject(keys("two.example"));
});

test("the copy of a business is in the group of its plan, and found by its name", async () => {
  const { key: owner, business: uuid } = await makeSite();
  const key = { reseller_uuid: owner.reseller_uuid, uuid };
  const before = await getListed(businesses, key);
  const list = businesses.list(before);
  const keys = (plan: string, name: string) => ({
    gsi1pk: `plan#${plan}#${last(uuid)}`,
    gsi1sk: `${key.reseller_uuid}#${String(before.account_sequence).padStart(10, "0")}#${uuid}`,
    gsi2pk: `reseller#${key.reseller_uuid}#find#${last(uuid)}`,
    gsi2sk: `${name}#${String(before.account_sequence).padStart(10, "0")}#${uuid}`,
  });
  const plan_uuid = newUuid();
  await changeListed(businesses, key, () => ({ set: { plan_uuid, name: "Straße 1" } }));
  expect(await copyOf(list, before)).toMatchObject(keys(plan_uuid, "strasse 1"));
});
