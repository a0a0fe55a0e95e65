import { expect, onTestFinished, test, vi } from "vitest";
import { readCallsOfDay } from "../../../../shared/limits/rateLimiter.ts";
import { takeMail } from "../../../../shared/mail/dailyLimit.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { boundsOf } from "../../../../shared/usage/months.ts";
import { readUsage } from "../../../../shared/usage/readUsage.ts";
import { addUsage, setUsage } from "../../../../shared/usage/writeUsage.ts";
import { call } from "../../../support/api.ts";
import { at, closeReseller, DONE, work } from "../../../support/closing.ts";
import { costOf } from "../../../support/cost.ts";
import { makeDelivery } from "../../../support/deliveries.ts";
import { invalid } from "../../../support/expected.ts";
import {
  makeBusiness,
  makeCustomer,
  makeReseller,
  makeWebhook,
  makeWebsite,
} from "../../../support/factories.ts";
import { failRequests, interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { onlyResellers } from "../../../support/onlyOwn.ts";
import { run } from "../../operators/run.ts";

const USAGE = "GET /v1/account/usage";
/** Nothing used. */
const NONE = {
  ...{ websites: [], checks: 0, audits: 0, deliveries: 0, mails: 0 },
  ...{ api_calls: 0 },
};
const [OCTOBER, NOVEMBER, DECEMBER] = ["2026-10", "2026-11", "2026-12"] as const;
const NIGHT = "2026-11-02";
const YEAR_END = Date.parse("2027-01-01T00:00:00Z");

/** A snapshot in a night, with this time left in each call, until it is complete. Returns the number of calls. */
async function snapshot(reseller_uuid: string, { night = NIGHT, remaining = 60_000 } = {}) {
  const before = messagesAbout("CLEANUP_QUEUE_URL", reseller_uuid).length;
  let message: unknown = { usage: { reseller_uuid, night } };
  for (let calls = 1; calls < 100; calls += 1) {
    expect(await work(message, remaining)).toEqual(DONE);
    const next = messagesAbout("CLEANUP_QUEUE_URL", reseller_uuid).slice(before + calls - 1);
    if (next.length === 0) return calls;
    [message] = next;
  }
  throw new Error("The snapshot does not end");
}

const read = (reseller_uuid: string, month: string, now = YEAR_END) =>
  readUsage(reseller_uuid, month, now);

test("a month is the sum of its days, and the mean of its websites", async () => {
  const reseller_uuid = newUuid();
  const set = (day: string, { mails, ...figures }: { mails: number; websites: object }) =>
    setUsage({ reseller_uuid, day }, { sent: mails - 1, reports: 1, ...(figures as object) });
  const used = { checks: 288, audits: 1, deliveries: 2, mails: 3, api_calls: 4 };
  await set("2026-10-31", { ...used, websites: { a: 31 } });
  await set("2026-11-01", { ...used, websites: { a: 3 } });
  await set("2026-11-02", { ...used, websites: { a: 6, b: 1 } });
  const months = [OCTOBER, NOVEMBER, DECEMBER].map((month) => read(reseller_uuid, month));
  expect(await Promise.all(months)).toEqual([
    { month: OCTOBER, websites: [{ plan_uuid: "a", average: 1 }], ...used },
    {
      month: NOVEMBER,
      websites: [
        { plan_uuid: "a", average: 0.3 },
        { plan_uuid: "b", average: 0.03 },
      ],
      ...{ checks: 576, audits: 2, deliveries: 4, mails: 6, api_calls: 8 },
    },
    { ...NONE, month: DECEMBER },
  ]);
  // In the middle of a month, the mean is that of the days whose websites are counted.
  for (const now of ["2026-11-02T12:00:00Z", "2026-11-03T00:00:00Z"]) {
    const soFar = await read(reseller_uuid, NOVEMBER, Date.parse(now));
    expect(soFar.websites).toContainEqual({ plan_uuid: "a", average: 4.5 });
  }
});

test("a snapshot has the day's websites by plan, and what was sent and called the day before", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { uuid: reseller_uuid, key, planUuid } = reseller;
  const other = await run("plan create", { reseller_uuid, name: "Other" });
  const second = await makeBusiness(reseller, user);
  await run("business set-plan", { business_uuid: second, plan_uuid: other.uuid });
  await makeWebsite(reseller, business);
  const gone = await makeWebsite(reseller, business);
  expect((await call("DELETE /v1/websites/{website_uuid}", { key, uuid: gone })).status).toBe(200);
  for (let count = 0; count < 2; count += 1) await makeWebsite(reseller, second);
  const yesterday = Date.parse("2026-11-01T23:00:00Z");
  for (const isReport of [false, true])
    await takeMail({ uuid: reseller_uuid }, { now: yesterday, isReport });
  const logs: string[][] = [
    [
      "2026-10-31T23:59:59Z",
      "2026-11-01T00:00:00Z",
      "2026-11-01T23:59:59Z",
      "2026-11-02T00:00:00Z",
    ],
    ["2026-11-01T12:00:00Z"],
    [],
  ];
  for (const times of logs) {
    const webhook_uuid = await makeWebhook(reseller);
    for (const time of times)
      await makeDelivery({ reseller_uuid, webhook_uuid }, { at: new Date(time), status: "failed" });
  }
  await at(yesterday, () => call("GET /v1/plans", { key }));
  const counted = {
    ...NONE,
    month: NOVEMBER,
    websites: [
      // An onboarding has made another.
      { plan_uuid: planUuid, average: 2 },
      { plan_uuid: other.uuid, average: 2 },
    ],
    ...{ deliveries: 2 + 1, mails: 2, api_calls: 1 },
  };
  const now = Date.parse("2026-11-02T09:00:00Z");
  const halves = counted.websites.map((each) => ({ ...each, average: each.average / 2 }));
  // One that comes twice changes nothing.
  for (let count = 0; count < 2; count += 1) {
    await snapshot(reseller_uuid);
    expect(await read(reseller_uuid, NOVEMBER, now)).toEqual({ ...counted, websites: halves });
  }
  await snapshot(reseller_uuid, { night: "2026-11-01" });
  expect(await read(reseller_uuid, NOVEMBER, now)).toEqual(counted);
  // Days later, the calls of that day are no longer known.
  for (const hours of [48, 49])
    await at(yesterday + hours * 3_600_000, () => call("GET /v1/plans", { key }));
  expect(await readCallsOfDay(reseller_uuid, "2026-11-01")).toBe(0);
  await snapshot(reseller_uuid);
  expect(await read(reseller_uuid, NOVEMBER, now)).toEqual(counted);
});

test("a snapshot without time goes on with a message, and counts each business once", async () => {
  const { reseller, user, business } = await makeCustomer();
  const businesses = [business];
  while (businesses.length < 5) businesses.push(await makeBusiness(reseller, user));
  for (const each of businesses) await makeWebsite(reseller, each);
  const calls = await snapshot(reseller.uuid, { night: "2026-11-01", remaining: 0 });
  expect(calls).toBeGreaterThan(1);
  const used = await read(reseller.uuid, NOVEMBER, Date.parse("2026-11-01T09:00:00Z"));
  expect(used.websites).toEqual([{ plan_uuid: reseller.planUuid, average: 6 }]);
});

test("the websites of a closed reseller do not count", async () => {
  const { reseller, business } = await makeCustomer();
  await makeWebsite(reseller, business);
  await closeReseller(reseller.uuid);
  await snapshot(reseller.uuid);
  expect(await read(reseller.uuid, NOVEMBER)).toEqual({ ...NONE, month: NOVEMBER });
});

test("checks of a call are added with a write for each reseller and day, and never fail it", async () => {
  const [one, other] = [newUuid(), newUuid()];
  const used = [
    { reseller_uuid: one, day: "2026-10-31", count: 1 },
    { reseller_uuid: one, day: "2026-11-01", count: 2 },
    { reseller_uuid: one, day: "2026-11-01", count: 3 },
    { reseller_uuid: other, day: "2026-11-01", count: 4 },
  ];
  expect(await costOf(() => addUsage("checks", used))).toMatchObject({ requests: 3 });
  // Lost answers add nothing twice.
  const restore = failRequests((request) => request <= 3, "lost");
  await addUsage("checks", used);
  restore();
  expect(await read(one, OCTOBER)).toMatchObject({ checks: 2 });
  expect(await read(one, NOVEMBER)).toMatchObject({ checks: 10 });
  expect(await read(other, NOVEMBER)).toMatchObject({ checks: 8 });
  const end = interceptRequests(() => {
    throw new Error("The table fails");
  });
  onTestFinished(end);
  await addUsage("checks", used);
});

test.each([{}, { reads_per_minute: 2 }, { reads_per_minute: 6000 }])(
  "each call that is allowed counts once, at the latest with a later one: %o",
  async (limits) => {
    const { uuid: reseller_uuid, key } = await makeReseller(limits);
    const now = Date.parse("2026-11-18T11:00:00Z");
    onTestFinished(() => void vi.useRealTimers());
    for (const time of [now, now, now, now + 120_000]) {
      vi.useFakeTimers({ toFake: ["Date"], now: time });
      await call("GET /v1/account", { key });
    }
    const counted = limits.reads_per_minute === 2 ? 3 : 4;
    expect(await readCallsOfDay(reseller_uuid, "2026-11-18")).toBe(counted);
  },
);

test("calls of the day before are kept until the night, and then removed", async () => {
  const { uuid: reseller_uuid, key } = await makeReseller();
  onTestFinished(() => void vi.useRealTimers());
  for (const day of [18, 19, 20]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`2026-11-${day}T11:00:00Z`) });
    await call("GET /v1/account", { key });
  }
  // A container removes what it has seen when it books.
  vi.setSystemTime(new Date("2026-11-20T12:00:00Z"));
  await call("GET /v1/account", { key });
  const days = ["2026-11-18", "2026-11-19", "2026-11-20"];
  const counted = await Promise.all(days.map((day) => readCallsOfDay(reseller_uuid, day)));
  expect(counted).toEqual([0, 1, 2]);
});

test.each(["2026-13", "November"])("refuses the month %s", async (month) => {
  const { key } = await makeReseller();
  expect(await call(USAGE, { key, query: { month } })).toEqual(
    invalid({ month: { format: "Month must be a month such as 2026-11" } }),
  );
});

test("operators see what each reseller used, and what it cost", async () => {
  const { uuid: reseller_uuid, planUuid } = await makeReseller();
  const month = OCTOBER;
  const figures = { checks: 8928, audits: 31, deliveries: 2, mails: 3, api_calls: 40 };
  const day = { reseller_uuid, day: `${month}-01` };
  const { mails: sent, ...others } = figures;
  await setUsage(day, { websites: { [planUuid]: 31 }, sent, ...others });
  const row = {
    ...{ month, reseller: "Test reseller", uuid: reseller_uuid },
    ...{ websites: 1, plans: ["Standard 1"], ...figures },
    cost_usd: 0.0038,
  };
  expect(await run("usage", { reseller_uuid, month })).toEqual([row]);
  onlyResellers(reseller_uuid, (await makeReseller()).uuid);
  expect(await run("usage", { month })).toContainEqual(row);
});

test("a month of every day is a read unit or two", async () => {
  const reseller_uuid = newUuid();
  const { begins } = boundsOf("2026-12");
  for (let day = 0; day < 31; day += 1) {
    const date = new Date(begins + day * 86_400_000).toISOString().slice(0, 10);
    const figures = { websites: { [newUuid()]: 100_000 }, checks: 28_800_000, audits: 100_000 };
    await setUsage({ reseller_uuid, day: date }, figures);
  }
  expect((await costOf(() => read(reseller_uuid, DECEMBER))).readUnits).toBeLessThanOrEqual(2);
});
