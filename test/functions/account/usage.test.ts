import type { DynamoDBRecord } from "aws-lambda";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { boundsOf, monthOf } from "../../../functions/account/months.ts";
import { readUsage } from "../../../functions/account/usage.ts";
import { countWebsites } from "../../../functions/changes/countWebsites.ts";
import { handler as changes } from "../../../functions/changes/index.ts";
import { usage } from "../../../functions/changes/usage.ts";
import { readChange } from "../../../functions/events/change.ts";
import { takeMail } from "../../../functions/mail/dailyLimit.ts";
import { handler as subscriptions } from "../../../functions/monitoring/subscriptions/index.ts";
import { DeliveryCounter } from "../../../shared/entities/deliveryCounter.ts";
import { MailDay } from "../../../shared/entities/mailDay.ts";
import { RateUse } from "../../../shared/entities/rateUse.ts";
import { UsageMonth } from "../../../shared/entities/usage.ts";
import { systemClock } from "../../../shared/time.ts";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { ok } from "../../support/expected.ts";
import {
  makeBusiness,
  makeCustomer,
  makeKey,
  makeReseller,
  makeWebsite,
} from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";
import { onlyResellers } from "../../support/onlyOwn.ts";
import { recordStream } from "../../support/recordStream.ts";
import { runs } from "../../support/runs.ts";
import { changeOf } from "../../support/stream.ts";
import { run } from "../operators/run.ts";

const USAGE = "GET /v1/account/usage";
const DONE = { batchItemFailures: [] };
/** Nothing used. */
const NONE = {
  ...{ websites: [], checks: 0, audits: 0, deliveries: 0, mails: 0 },
  ...{ api_calls: 0, stored_bytes: null, corrections: [] },
};
const [OCTOBER, NOVEMBER, DECEMBER] = ["2026-10", "2026-11", "2026-12"] as const;

/** The records of some work, as if it had been done at this time. */
async function recordAt(at: string, work: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const records = await recordStream(work);
  return records.map((record) => ({
    ...record,
    dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: Date.parse(at) / 1000 },
  }));
}

async function follow(records: Promise<DynamoDBRecord[]>) {
  expect(await changes({ Records: await records })).toEqual(DONE);
}

const afterAll = { now: Date.parse("2027-01-01T00:00:00Z") };

test("a website counts for its share of the month, under the plan of its business", async () => {
  const { reseller, business } = await makeCustomer();
  const { uuid: reseller_uuid, key, planUuid } = reseller;
  const other = await run("plan create", { reseller_uuid, name: "Other" });
  let uuid = "";
  const begin = async () => {
    uuid = await makeWebsite(reseller, business);
  };
  await follow(recordAt("2026-10-16T12:00:00Z", begin));
  const setPlan = { business_uuid: business, plan_uuid: other.uuid };
  await follow(recordAt("2026-11-16T00:00:00Z", () => run("business set-plan", setPlan)));
  const end = () => call("DELETE /v1/websites/{website_uuid}", { key, uuid });
  await follow(recordAt("2026-11-22T00:00:00Z", end));

  const half = [{ plan_uuid: planUuid, average: 0.5 }];
  const both = [...half, { plan_uuid: other.uuid, average: 0.2 }];
  expect(await readUsage(reseller_uuid, { from: OCTOBER, to: DECEMBER, ...afterAll })).toEqual([
    { ...NONE, month: OCTOBER, websites: half, checks: 15.5 * 288, audits: 16 },
    { ...NONE, month: NOVEMBER, websites: both, checks: 15 * 288, audits: 21 },
    { ...NONE, month: DECEMBER },
  ]);
  // In the middle of a month, the average is that of the time that is over: 7.5 of 23 days.
  const now = Date.parse("2026-10-24T00:00:00Z");
  const [soFar] = await readUsage(reseller_uuid, { from: OCTOBER, to: OCTOBER, now });
  expect(soFar?.websites).toEqual([{ plan_uuid: planUuid, average: 0.33 }]);
});

test("mails and deliveries count in the month in which they were sent", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const mails = (at: string, sent: number) =>
    changeOf(MailDay, {
      after: { reseller_uuid, day: at.slice(0, 10), sent, expires_epoch: 1 },
      at: new Date(at),
    });
  const webhook = (webhook_uuid: string, at: string, next_sequence: number) =>
    changeOf(DeliveryCounter, {
      after: { reseller_uuid, webhook_uuid, next_sequence },
      at: new Date(at),
    });
  const Records = [
    mails("2026-11-30T23:59:59Z", 2),
    mails("2026-12-01T00:00:00Z", 1),
    mails("2026-10-01T00:00:00Z", 2),
    mails("2026-11-01T00:00:00Z", 3),
    webhook("a", "2026-10-05T00:00:00Z", 10),
    webhook("a", "2026-12-05T00:00:00Z", 15),
    webhook("b", "2026-12-05T00:00:00Z", 3),
  ];
  expect(await changes({ Records })).toEqual(DONE);
  expect(await changes({ Records: Records.toReversed() })).toEqual(DONE);
  expect(await readUsage(reseller_uuid, { from: OCTOBER, to: DECEMBER, ...afterAll })).toEqual([
    { ...NONE, month: OCTOBER, mails: 2, deliveries: 10 },
    { ...NONE, month: NOVEMBER, mails: 5 },
    { ...NONE, month: DECEMBER, mails: 1, deliveries: 8 },
  ]);
});

const image = {
  deliveries: (reseller_uuid: string, next_sequence: number) =>
    [DeliveryCounter, { reseller_uuid, webhook_uuid: "a", next_sequence }] as const,
  api_calls: (reseller_uuid: string, api_calls: number) =>
    [RateUse, callsOf({ reseller_uuid, api_calls })] as const,
};

/** The item of a reseller's bookings. */
function callsOf(given: { reseller_uuid: string; api_calls: number; calls_since?: number }) {
  return { kind: "reads", booked: 9, calls_since: 1_795_000_000, expires_epoch: 1, ...given };
}

const orders: [string, (records: DynamoDBRecord[]) => DynamoDBRecord[][]][] = [
  ["in order", (records) => [records]],
  ["twice and backwards", (records) => [records, records.toReversed()]],
  ["one by one, the latest first", (records) => records.toReversed().map((one) => [one])],
  ["the middle first", ([one, two, ...others]) => [[two], [one, ...others]] as DynamoDBRecord[][]],
];

test.each(
  Object.entries(image).flatMap(([name, of]) =>
    orders.map((order) => [name, ...order, of] as const),
  ),
)(
  "the first month does not take what was before it as its own: %s %s",
  async (name, _, inOrder, of) => {
    const { uuid } = await makeReseller();
    const total = (at: string, number: number) => {
      const [entity, before] = of(uuid, number - 1);
      return changeOf(entity, { before, after: of(uuid, number)[1], at: new Date(at) });
    };
    const records = [
      total("2026-11-05T00:00:00Z", 4001),
      total("2026-11-06T00:00:00Z", 4002),
      total("2026-11-07T00:00:00Z", 4003),
      total("2026-12-06T00:00:00Z", 4004),
    ];
    for (const Records of inOrder(records)) expect(await changes({ Records })).toEqual(DONE);
    const used = await readUsage(uuid, { from: OCTOBER, to: DECEMBER, ...afterAll });
    expect(used.map((month) => month[name as keyof typeof image])).toEqual([0, 3, 1]);
  },
);

test("calls that were booked in two items, as the first one had lapsed, are summed up", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const booked = (at: string, given: { api_calls: number; calls_since: number }) =>
    changeOf(RateUse, { after: callsOf({ reseller_uuid, ...given }), at: new Date(at) });
  const Records = [
    booked("2026-11-05T00:00:00Z", { api_calls: 7, calls_since: 1 }),
    booked("2026-11-20T00:00:00Z", { api_calls: 2, calls_since: 2 }),
  ];
  for (const inOrder of [Records, Records.toReversed()])
    expect(await changes({ Records: inOrder })).toEqual(DONE);
  const [used] = await readUsage(reseller_uuid, { from: NOVEMBER, to: NOVEMBER, ...afterAll });
  expect(used?.api_calls).toBe(9);
});

test.each([{}, { reads_per_minute: 2 }, { reads_per_minute: 6000 }])(
  "each call that is allowed counts once, at the latest with a later one: %o",
  async (limits) => {
    const { uuid: reseller_uuid, key } = await makeReseller(limits);
    const now = Date.now();
    onTestFinished(() => void vi.useRealTimers());
    for (const at of [now, now, now, now + 120_000]) {
      vi.useFakeTimers({ toFake: ["Date"], now: at });
      await call("GET /v1/account", { key });
    }
    const { data } = await RateUse.get({ reseller_uuid, kind: "reads" }).go();
    expect(data?.api_calls).toBe(limits.reads_per_minute === 2 ? 3 : 4);
    expect(data?.calls_since).toBe(Math.floor(now / 1000));
  },
);

test("checks and audits follow a plan's intervals and switches, and a suspension", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { uuid: reseller_uuid, planUuid: uuid } = reseller;
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2090-01-01T00:00:00Z") });
  await follow(recordStream(() => makeWebsite(reseller, business)));
  const follows = async (at: string) => {
    vi.setSystemTime(new Date(at));
    const message = sqsEvent({ reseller_uuid, entity: "business", uuid: business });
    for (const event of [message, message]) expect(await subscriptions(event)).toEqual(DONE);
  };
  await run("plan update", { uuid, uptime_interval_minutes: 1, audit_interval_hours: 12 });
  await follows("2090-01-02T00:00:00Z");
  await run("plan update", { uuid, without: ["downtime"] });
  await follows("2090-01-03T00:00:00Z");
  const suspension = { method: "PATCH", path: `/v1/users/${user}`, body: '{"suspended":true}' };
  await run("api", { reseller_uuid, ...suspension });
  await follows("2090-01-04T00:00:00Z");
  const month = { from: "2090-01", to: "2090-01", now: boundsOf("2090-01").ends };
  const [used] = await readUsage(reseller_uuid, month);
  // A user who is suspended has paid for the websites.
  const websites = [{ plan_uuid: uuid, average: 1 }];
  expect(used).toMatchObject({ websites, checks: 288 + 1440, audits: 1 + 2 + 2 });
});

test("deliveries of a webhook that came back without its counter are not negative", async () => {
  const { uuid: reseller_uuid } = await makeReseller();
  const deliveries = (at: string, next_sequence: number) =>
    changeOf(DeliveryCounter, {
      after: { reseller_uuid, webhook_uuid: "a", next_sequence },
      at: new Date(at),
    });
  const Records = [deliveries("2026-10-05T00:00:00Z", 4000), deliveries("2026-11-05T00:00:00Z", 3)];
  expect(await changes({ Records })).toEqual(DONE);
  const used = await readUsage(reseller_uuid, { from: OCTOBER, to: NOVEMBER, ...afterAll });
  expect(used.map(({ deliveries }) => deliveries)).toEqual([4000, 3]);
});

test("a report by mail counts like any other mail", async () => {
  const { uuid } = await makeReseller();
  const now = Date.parse("2026-11-05T00:00:00Z");
  const take = (isReport: boolean) => takeMail({ uuid }, { now, isReport });
  await follow(recordAt("2026-11-05T00:00:00Z", () => take(false)));
  await follow(recordAt("2026-11-06T00:00:00Z", () => take(true)));
  const [used] = await readUsage(uuid, { from: NOVEMBER, to: NOVEMBER, ...afterAll });
  expect(used?.mails).toBe(2);
});

test("an account's usage is its own, and a read-only key may read it", async () => {
  const [{ reseller, business }, other] = [await makeCustomer(), await makeReseller()];
  const key = await makeKey(reseller.uuid, { is_read_only: true });
  const month = monthOf(new Date());
  await follow(recordAt(`${month}-01T00:00:00Z`, () => makeWebsite(reseller, business)));
  const own = await call(USAGE, { key });
  expect(own.body.data.months).toMatchObject([
    { month, websites: [{ plan_uuid: reseller.planUuid, average: 1 }] },
  ]);
  const months = [{ ...NONE, month }];
  expect(await call(USAGE, { key: other.key })).toMatchObject(ok({ data: { months } }));
});

test.each([
  [{ from: "2026-13" }, "from", "format"],
  [{ to: "November" }, "to", "format"],
  [{ from: NOVEMBER, to: OCTOBER }, "to", "min"],
  [{ from: "2024-10", to: NOVEMBER }, "from", "max"],
])("refuses %o by the rule of %s", async (query, field, rule) => {
  const { key } = await makeReseller();
  const { status, body } = await call(USAGE, { key, query });
  expect({ status, rules: Object.keys(body.errors[field] ?? {}) }).toEqual({
    status: 422,
    rules: [rule],
  });
});

test("operators see what each reseller used, and what it cost", async () => {
  const { reseller, business } = await makeCustomer();
  const { uuid: reseller_uuid } = reseller;
  const [month, at] = [OCTOBER, new Date("2026-10-01T00:00:00Z")];
  const Records = await recordAt(at.toISOString(), () => makeWebsite(reseller, business));
  const mails = changeOf(MailDay, {
    after: { reseller_uuid, day: "2026-10-01", sent: 3, expires_epoch: 1 },
    at,
  });
  const webhook = { reseller_uuid, webhook_uuid: "a", next_sequence: 2 };
  const deliveries = changeOf(DeliveryCounter, { after: webhook, at });
  const calls = changeOf(RateUse, { after: callsOf({ reseller_uuid, api_calls: 40 }), at });
  await changes({ Records: [...Records, mails, deliveries, calls] });
  const stored = { reseller_uuid, month, name: "bytes", until: 2_000_000 };
  await UsageMonth.put(stored).go();
  const row = {
    ...{ month, reseller: "Test reseller", uuid: reseller_uuid },
    ...{ websites: 1, plans: ["Standard 1"], checks: 8928, checks_usd: 0.0023 },
    ...{ audits: 31, audits_usd: 0.001, deliveries: 2, deliveries_usd: 0, mails: 3 },
    ...{ mails_usd: 0.0003, api_calls: 40, api_calls_usd: 0.0001 },
    ...{ stored_bytes: 2_000_000, stored_bytes_usd: 0.0009, cost_usd: 0.0047, corrections: [] },
  };
  expect(await run("usage", { reseller_uuid, month })).toEqual([row]);
  onlyResellers(reseller_uuid, (await makeReseller()).uuid);
  expect(await run("usage", { month })).toContainEqual(row);
  const reads = await run("audit-log", { reseller_uuid, action: "account.read" });
  expect(reads).toHaveLength(2);
});

test("a website that comes costs four write units outside of its request", async () => {
  const { reseller, business } = await makeCustomer();
  const { uuid: reseller_uuid } = reseller;
  await makeWebsite(reseller, business);
  const count = () => countWebsites(reseller_uuid, new Map([[business, new Date()]]));
  const cost = await costOf(count);
  expect(cost).toMatchObject({ readUnits: 6, writeUnits: 4 });
  // Once more, nothing has changed.
  expect(await costOf(count)).toMatchObject({ writeUnits: 0 });
});

test("24 months are read at once, with a read unit for many websites", async () => {
  const { reseller, business } = await makeCustomer();
  const work = async () => {
    for (let count = 0; count < 2; count += 1) await makeWebsite(reseller, business);
  };
  await follow(recordStream(work));
  const read = () =>
    readUsage(reseller.uuid, { from: "2024-12", to: NOVEMBER, now: boundsOf(NOVEMBER).ends });
  expect(await read()).toHaveLength(24);
  expect((await costOf(read)).readUnits).toBeLessThanOrEqual(1);
});

const CHANGES = runs(10_000, 1000);
/** The thorough run takes longer than other tests. */
const HOUR_MS = 3_600_000;
/** More would be refused for one host. */
const MOST = 50;
/** What may be late, and how much of it comes at once. */
const LATE = 40;

/** What the dispatcher's part does with records; the other parts would take most of the time. */
async function count(records: DynamoDBRecord[]) {
  expect(await usage(records.map(readChange), systemClock)).toEqual([]);
}

test(
  "counts are those of a recount, whatever comes twice, late or reordered",
  async () => {
    const { reseller, user, business: first } = await makeCustomer();
    const { uuid: reseller_uuid, key, planUuid } = reseller;
    const businesses = [first, await makeBusiness(reseller, user)];
    const plans = [planUuid, (await run("plan create", { reseller_uuid, name: "Other" })).uuid];
    const planOf = new Map(businesses.map((business) => [business, planUuid]));
    const websites: { uuid: string; business: string }[] = [];
    const held: DynamoDBRecord[] = [];
    const random = fc.sample(fc.tuple(fc.nat(9), fc.nat(), fc.nat(2)), CHANGES);
    for (const [kind, pick, times] of random) {
      const business = businesses[pick % 2] ?? "";
      const records = await recordStream(async () => {
        const index = pick % Math.max(1, websites.length);
        if (kind > 8) {
          const plan_uuid = plans[(pick >> 1) % 2] ?? "";
          await run("business set-plan", { business_uuid: business, plan_uuid });
          planOf.set(business, plan_uuid);
        } else if (websites.length > (kind > 4 ? 0 : MOST)) {
          const [gone] = websites.splice(index, 1);
          await call("DELETE /v1/websites/{website_uuid}", { key, uuid: gone?.uuid ?? "" });
        } else {
          websites.push({ uuid: await makeWebsite(reseller, business), business });
        }
      });
      // Some of it not at all, once or several times; all of it at the end, backwards.
      held.push(...records);
      const some = held.slice(-LATE).filter((_, index) => (index + pick) % 3 < times);
      if (some.length > 0 && kind % 4 === 0) await count(some.toReversed());
    }
    held.reverse();
    for (let first = 0; first < held.length; first += LATE)
      await count(held.slice(first, first + LATE));
    const counted = plans.map((plan) => ({
      plan,
      count: websites.filter(({ business }) => planOf.get(business) === plan).length,
    }));
    // Later, each month is as long as the websites that there are.
    const later = { from: "2090-01", to: "2090-01", now: boundsOf("2090-01").ends };
    const [used] = await readUsage(reseller_uuid, later);
    const told = new Map(used?.websites.map(({ plan_uuid, average }) => [plan_uuid, average]));
    expect(plans.map((plan) => ({ plan, count: told.get(plan) ?? 0 }))).toEqual(counted);
  },
  HOUR_MS,
);
