import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ListEntry } from "../../../shared/entities/listEntry.ts";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { accountList } from "../../../shared/lists/account.ts";
import { changeListed, getListed } from "../../../shared/lists/changeListed.ts";
import { readAccountPage, type Wanted } from "../../../shared/lists/readAccount.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { makeCustomer, makeWebsite } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

let reseller_uuid: string;
let sites: WebsiteRecord[];

const keyOf = ({ uuid }: { uuid: string }) => ({ reseller_uuid, uuid });

beforeEach(async () => {
  const { reseller, business } = await makeCustomer();
  reseller_uuid = reseller.uuid;
  sites = [];
  // The onboarding of the user has made a website, too.
  for (let number = 0; number < 3; number += 1) {
    const uuid = await makeWebsite(reseller, business);
    sites.push(await getListed(websites, keyOf({ uuid })));
  }
});

/** The page, and how often its records were read. */
async function read(wanted: Wanted, slice = { offset: 1, limit: 10 }) {
  let reads = 0;
  onTestFinished(
    interceptRequests((command) => {
      if (command !== "BatchGet") return;
      reads += 1;
      if (reads > 20) throw new Error("It is read for ever");
    }),
  );
  const { total, records } = await readAccountPage(websites, reseller_uuid, { wanted, slice });
  return { total, uuids: records.map(({ uuid }) => uuid), reads };
}

const [down, up] = [true, false].map((holds) => ({ part: { name: "down", holds } }));
const takeDown = (site: WebsiteRecord) =>
  changeListed(websites, keyOf(site), () => ({ set: { is_hostname_up: false } }));

test("a page of records that are all there is read once", async () => {
  const uuids = sites.map(({ uuid }) => uuid);
  expect(await read({})).toEqual({ total: 4, uuids, reads: 1 });
});

test("a page with a record that is gone is read again, and given without it at last", async () => {
  const [gone, ...others] = sites as [WebsiteRecord, ...WebsiteRecord[]];
  await Website.remove(keyOf(gone)).go();
  const uuids = others.map(({ uuid }) => uuid);
  expect(await read({})).toEqual({ total: 4, uuids, reads: 5 });
});

test("a record is shown in a part only while that is true of it", async () => {
  const [changed, other] = sites as [WebsiteRecord, WebsiteRecord];
  await takeDown(changed);
  await takeDown(other);
  await Website.patch(keyOf(changed)).set({ is_hostname_up: true }).go();
  const slice = { offset: 0, limit: 10 };
  expect(await read(down ?? {}, slice)).toMatchObject({ total: 2, uuids: [other.uuid] });
  const { uuids } = await read(up ?? {}, slice);
  expect(uuids).toContain(sites[2]?.uuid);
  expect(uuids).not.toContain(other.uuid);
});

test("a place that is gone from the list of all is left out of a part", async () => {
  const [gone, other] = sites as [WebsiteRecord, WebsiteRecord];
  await takeDown(gone);
  await takeDown(other);
  const sequence = Number(gone.account_sequence);
  await ListEntry.remove({ ...accountList(reseller_uuid, "websites"), sequence }).go();
  const page = await read(down ?? {}, { offset: 0, limit: 10 });
  expect(page).toMatchObject({ total: 2, uuids: [other.uuid] });
});

test("what a text has found is put in order, and cut into pages", async () => {
  const [first, second, third] = sites as [WebsiteRecord, WebsiteRecord, WebsiteRecord];
  const matches = new Map(
    [third, first, second].map(({ account_sequence, uuid }) => [Number(account_sequence), uuid]),
  );
  const page = await read({ matches }, { offset: 1, limit: 1 });
  expect(page).toMatchObject({ total: 3, uuids: [second.uuid] });
});
