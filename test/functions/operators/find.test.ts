import { beforeAll, beforeEach, expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { businessBody, makeEstate, onboardingBody } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { onlyResellers } from "../../support/onlyOwn.ts";
import { answer, MISSING_UUID, run } from "./run.ts";

type Estate = Awaited<ReturnType<typeof makeEstate>>;
let estate: Estate;
let key: string;
let reseller_uuid: string;
let businessUuid: string;
let stream: Awaited<ReturnType<typeof followReseller>>;

beforeAll(async () => {
  estate = await makeEstate();
  ({ key, uuid: reseller_uuid } = estate.reseller);
  businessUuid = estate.business;
  stream = await followReseller(reseller_uuid, { fromStart: true });
  await stream.dispatch();
});

/** A second reseller of an operator. */
let other: string;

beforeEach(async () => {
  other = (await run("reseller create", { name: `Find${reseller_uuid.slice(-8)}` })).uuid;
  onlyResellers(reseller_uuid, other);
});

const namesOf = (lines: { name: string }[]) => lines.map(({ name }) => name);

async function find(text: string, more = {}) {
  return await run("find", { text, reseller_uuid, ...more });
}

async function addWebsite(hostname: string): Promise<string> {
  const request = { key, query: { businessUuid }, body: { hostname } };
  const { body } = await call("POST /v1/websites", request);
  return body.data.uuid;
}

async function addBusiness(name: string): Promise<string> {
  const body = { ...businessBody, name };
  const request = { key, query: { userUuid: estate.user }, body };
  return (await call("POST /v1/businesses", request)).body.data.uuid;
}

test("shows a record of any kind with its owners, and the records that belong to it", async () => {
  const { body } = await call("GET /v1/users", { key });
  const [{ email }] = body.data;
  const reseller = { kind: "reseller", uuid: reseller_uuid, name: "Test reseller" };
  const user = { kind: "user", uuid: estate.user, name: email };
  const business = { kind: "business", uuid: businessUuid, name: businessBody.name };
  const website = { kind: "website", uuid: estate.website, name: "example.com" };
  const competitor = { kind: "competitor", uuid: estate.competitor, name: "rival.example" };
  expect(await run("show", { uuid: reseller_uuid })).toMatchObject({
    ...{ kind: "reseller", uuid: reseller_uuid, users: 1 },
    above: [],
    below: [user],
  });
  expect(await run("show", { uuid: estate.user })).toMatchObject({
    kind: "user",
    uuid: estate.user,
    businesses: 2,
    above: [reseller],
    below: [{ name: onboardingBody().business.business_name }, business],
  });
  expect(await run("show", { uuid: businessUuid })).toMatchObject({
    ...business,
    websites: 1,
    competitors: 1,
    address: null,
    custom_fields: [],
    above: [reseller, user],
    below: [website, competitor],
  });
  for (const { kind, uuid } of [website, competitor]) {
    const above = [reseller, user, business];
    expect(await run("show", { uuid })).toMatchObject({ kind, uuid, above, below: [] });
  }
  const { uuid: key_uuid } = await run("key create", { reseller_uuid, name: "Shop" });
  for (const [kind, uuid] of [
    ["key", key_uuid],
    ["webhook", estate.webhook],
  ])
    expect(await run("show", { uuid })).toMatchObject({ kind, uuid });
  expect(await answer("show", { uuid: MISSING_UUID })).toMatchObject({ ok: false });
  expect(await run("show", { uuid: estate.reseller.planUuid })).toMatchObject({
    kind: "plan",
    is_default: true,
    above: [reseller],
    below: expect.arrayContaining([business]),
  });
});

test("finds each kind by the beginning of its name, with its reseller", async () => {
  const name = `Find${reseller_uuid.slice(-8)}`;
  const line = { reseller: "Test reseller" };
  const { body } = await call("GET /v1/users", { key });
  const [{ email }] = body.data;
  expect(await run("find", { text: name.slice(0, -1) })).toStrictEqual([
    { kind: "reseller", uuid: other, name, reseller: name },
  ]);
  expect(await find(email.slice(0, -3))).toStrictEqual([
    { kind: "user", uuid: estate.user, name: email, ...line },
  ]);
  expect(await find("difference")).toStrictEqual([
    { kind: "business", uuid: businessUuid, name: businessBody.name, ...line },
  ]);
  expect(await find("exam")).toContainEqual({
    ...{ kind: "website", uuid: estate.website, name: "example.com", ...line },
  });
  expect(await find("rival.")).toMatchObject([
    { kind: "competitor", uuid: estate.competitor, name: "rival.example" },
  ]);
});

test("finds the records of all resellers, or of one", async () => {
  const text = `${reseller_uuid}.example`;
  const hostname = `http://www.${text}`;
  await addWebsite(hostname);
  await stream.dispatch();
  const all = await find(text);
  expect(namesOf(all)).toStrictEqual([hostname]);
  expect(await run("find", { text })).toStrictEqual(all);
  expect(await find(text, { reseller_uuid: other })).toEqual([]);
});

test("follows changes and deletions", async () => {
  const uuid = await addWebsite("before.example");
  const body = { hostname: "after.example" };
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid, body });
  await stream.dispatch();
  expect(namesOf(await find("before"))).toStrictEqual([]);
  expect(namesOf(await find("after"))).toStrictEqual(["after.example"]);
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid });
  await stream.dispatch();
  expect(namesOf(await find("after"))).toStrictEqual([]);
});

test("shows the first 20", async () => {
  const names = Array.from({ length: 21 }, (_, n) => `Page ${String(n).padStart(2, "0")}`);
  for (const name of names) await addBusiness(name);
  await stream.dispatch();
  expect(namesOf(await find("PAGE"))).toStrictEqual(names.slice(0, 20));
});

test("reads keys of the index and the records found", async () => {
  const cost = await costOf(() => run("find", { text: "difference", reseller_uuid }));
  expect(new Set(cost.commands)).toStrictEqual(new Set(["GetItem", "Query", "BatchGetItem"]));
  expect(cost.readUnits).toBeLessThanOrEqual(14);
});
