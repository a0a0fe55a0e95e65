import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Check } from "../../../../shared/entities/check.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { invalid, notFound, ok, problem, TIMESTAMP } from "../../../support/expected.ts";
import { makeEstate } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { findAudit, type MonitoredWebsite, monitorWebsite } from "../../../support/monitoring.ts";

const REQUEST = "POST /v1/websites/{website_uuid}/audit";
const MESSAGE = "The website was audited, or an audit was requested, within the hour";
const LATER = "2099-01-01T00:00:00+00:00";

let website: MonitoredWebsite;

beforeAll(async () => {
  website = await monitorWebsite("audited.example");
});

const minutesAgo = (minutes: number) => timestamp(new Date(Date.now() - minutes * 60_000));

/** Sets the audit check to its state some time after an audit. */
async function setAudit(changes: Record<string, unknown>) {
  const check = await findAudit(website);
  if (!check) throw new Error("The website has no audit");
  const { asked_at: _, ...rest } = check;
  await Check.put({ ...rest, due_at: LATER, ...changes }).go();
}

function request(headers: Record<string, string> = {}) {
  return call(REQUEST, { key: website.reseller.key, uuid: website.uuid, headers });
}

test("makes the audit of a website due now, once an hour", async () => {
  await setAudit({ crawled_at: minutesAgo(61) });
  const data = { website_uuid: website.uuid, requested_at: TIMESTAMP };
  expect(await request()).toEqual(ok({ message: "Audit requested", success: true, data }));
  const due_at = (await findAudit(website))?.due_at ?? "";
  expect(Date.parse(due_at)).toBeLessThanOrEqual(Date.now());
  expect(await request()).toMatchObject({ status: 429, body: { message: MESSAGE } });
});

test.each([
  ["audited half an hour ago", { crawled_at: minutesAgo(30) }],
  ["asked for half an hour ago, and not read", { asked_at: minutesAgo(30) }],
  [
    "asked for half an hour ago, and never read",
    { crawled_at: undefined, asked_at: minutesAgo(30) },
  ],
])("refuses one that was %s, and says when it can be requested", async (_, changes) => {
  await setAudit({ crawled_at: minutesAgo(90), ...changes });
  const { headers, ...rest } = await request();
  expect(Number(headers["retry-after"])).toBeGreaterThan(1700);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(1800);
  const retry = { "retry-after": String(headers["retry-after"]) };
  expect({ headers, ...rest }).toEqual(problem(429, MESSAGE, retry));
  expect((await findAudit(website))?.due_at).toBe(LATER);
});

test("accepts exactly an hour after the last one", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  await setAudit({ crawled_at: minutesAgo(60) });
  expect(await request()).toMatchObject({ status: 200 });
  const before = {
    crawled_at: minutesAgo(60),
    asked_at: timestamp(new Date(Date.now() - 3_599_000)),
  };
  await setAudit(before);
  expect(await request()).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
});

test("takes one of two requests at once", async () => {
  await setAudit({ crawled_at: minutesAgo(90) });
  const statuses = (await Promise.all([request(), request()])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 429]);
});

test.each([
  ["was done", { due_at: LATER, crawled_at: minutesAgo(0) }],
  ["got another host name and was done", { hostname: "other.example", crawled_at: minutesAgo(0) }],
  ["was asked for", { asked_at: minutesAgo(0) }],
])("refuses one that %s between the read and the write", async (_, change) => {
  const overdue = { crawled_at: minutesAgo(90), due_at: minutesAgo(5) };
  await setAudit(overdue);
  let isChanged = false;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || isChanged) return;
    isChanged = true;
    await setAudit({ ...overdue, ...change });
  });
  onTestFinished(end);
  expect(await request()).toMatchObject({ status: 429, body: { message: MESSAGE } });
});

test("accepts a request while the first audit is pending", async () => {
  const estate = await makeEstate();
  const { status } = await call(REQUEST, { key: estate.reseller.key, uuid: estate.website });
  expect(status).toBe(200);
});

test("answers 404 if the website is deleted meanwhile, before its first audit", async () => {
  const { reseller, website: uuid } = await makeEstate();
  let isDeleted = false;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || isDeleted) return;
    isDeleted = true;
    await call("DELETE /v1/websites/{website_uuid}", { key: reseller.key, uuid });
  });
  onTestFinished(end);
  expect(await call(REQUEST, { key: reseller.key, uuid })).toEqual(notFound("websites"));
});

test("refuses it while the user is suspended", async () => {
  const own = await monitorWebsite("suspended.example");
  const { key } = own.reseller;
  const body = { suspended: true };
  await call("PATCH /v1/users/{user_uuid}", { key, uuid: own.userUuid, body });
  const options = "The website is not audited: its user is suspended";
  expect(await call(REQUEST, { key, uuid: own.uuid })).toEqual(
    invalid({ website_uuid: { options } }),
  );
});

test("accepts it if the plan no longer checks for downtimes", async () => {
  const own = await monitorWebsite("unwatched.example");
  const { uuid: reseller_uuid, planUuid: uuid, key } = own.reseller;
  await Plan.patch({ reseller_uuid, uuid }).set({ downtime: false }).go();
  expect(await call(REQUEST, { key, uuid: own.uuid })).toMatchObject({ status: 200 });
});
