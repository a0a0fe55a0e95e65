import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { handler as followChanges } from "../../../../functions/changes/index.ts";
import { isInBucket } from "../../../../functions/monitoring/buckets.ts";
import { handler } from "../../../../functions/monitoring/subscriptions/index.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { User } from "../../../../shared/entities/user.ts";
import { timestamp } from "../../../../shared/time.ts";
import { call } from "../../../support/api.ts";
import { interceptMessages, interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout, sqsEvent } from "../../../support/messages.ts";
import {
  dueMessage,
  findCheck,
  type MonitoredWebsite,
  monitorWebsite,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";
import { changeOf } from "../../../support/stream.ts";
import { joinBucket, makeBucket } from "../rounds/buckets.ts";

const DONE = { batchItemFailures: [] };

beforeEach(() => ownSchedule());
afterEach(() => void vi.restoreAllMocks());

/** Does what follows from a message, and from those that it leads to. */
async function follow(message: { reseller_uuid: string; entity: string; uuid: string }) {
  expect(await handler(sqsEvent(message))).toEqual(DONE);
  const next = messagesAbout("SUBSCRIPTIONS_QUEUE_URL", message.reseller_uuid);
  expect(await handler(sqsEvent(...next))).toEqual(DONE);
  return next;
}

async function makeInBucket() {
  const bucket = await makeBucket();
  const website = await joinBucket("http://127.0.0.1:1", { bucket });
  const reseller_uuid = website.reseller.uuid;
  return { website, reseller_uuid, plan_uuid: website.reseller.planUuid };
}

const checkOf = async (website: MonitoredWebsite) =>
  (await findCheck(website, "uptime")) as CheckRecord<"uptime">;

/** Whether the check is now due separately, with what it remembers. */
async function expectDue(website: MonitoredWebsite) {
  const check = await checkOf(website);
  expect(isInBucket(check)).toBe(false);
  expect(Date.parse(check.due_at)).toBeLessThanOrEqual(Date.now());
  expect(check.memory).toMatchObject({ state: "up", url: "http://127.0.0.1:1" });
}

test("a suspended user's websites leave their buckets", async () => {
  const { website, reseller_uuid } = await makeInBucket();
  const uuid = website.userUuid;
  await User.patch({ reseller_uuid, uuid }).set({ suspended_at: timestamp() }).go();
  const next = await follow({ reseller_uuid, entity: "user", uuid });
  expect(next).toContainEqual({ reseller_uuid, entity: "business", uuid: website.businessUuid });
  await expectDue(website);
});

test("so do those of a plan that has the check switched off, or another interval", async () => {
  for (const change of [{ downtime: false }, { uptime_interval_minutes: 1 }]) {
    const { website, reseller_uuid, plan_uuid } = await makeInBucket();
    await Plan.patch({ reseller_uuid, uuid: plan_uuid }).set(change).go();
    await follow({ reseller_uuid, entity: "plan", uuid: plan_uuid });
    await expectDue(website);
  }
});

test("a website of a resumed user is checked at once, not at the next hourly try", async () => {
  const { website, reseller_uuid } = await makeInBucket();
  const check = await checkOf(website);
  const due_at = timestamp(new Date(Date.now() + 3_600_000));
  await Check.put({ ...check, shard: 3, due_at }).go();
  await follow({ reseller_uuid, entity: "user", uuid: website.userUuid });
  await expectDue(website);
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => timestamp(new Date(Date.now() + hours * HOUR_MS));
const audited = [{ at: inHours(-2), outcome: "done", duration: 1 }];

/** When the audit of a website is due once its business was followed; the check is as it is with these changes. */
async function auditAfter(changes: Partial<CheckRecord>, plan = {}): Promise<string> {
  const website = await monitorWebsite("http://127.0.0.1:1");
  const { uuid: reseller_uuid, planUuid } = website.reseller;
  await Plan.patch({ reseller_uuid, uuid: planUuid })
    .set({ audit_interval_minutes: 1440, ...plan })
    .go();
  const check = (await findCheck(website, "audit")) as CheckRecord;
  await Check.put({ ...check, ...changes }).go();
  await follow({ reseller_uuid, entity: "business", uuid: website.businessUuid });
  return (await findCheck(website, "audit"))?.due_at ?? "";
}

test("a website that was never audited is audited at once, not when it would be asked for again", async () => {
  expect((await auditAfter({ due_at: inHours(20) })) <= inHours(0)).toBe(true);
  // What is put off, or could not be read, is tried again within the hour.
  const soon = inHours(0.9);
  expect(await auditAfter({ due_at: soon })).toBe(soon);
});

test("one that was audited is due by the plan's interval, and never later than it was", async () => {
  const [late, soon] = [inHours(100), inHours(1.5)];
  const due_at = await auditAfter({ due_at: late, results: audited });
  expect(due_at > inHours(0) && due_at <= inHours(24)).toBe(true);
  expect(
    await auditAfter({ due_at: soon, results: audited }, { audit_interval_minutes: 10_080 }),
  ).toBe(soon);
});

test("an audit under way goes on", async () => {
  const due_at = inHours(30);
  expect(await auditAfter({ due_at, claimed_until: inHours(0.1) })).toBe(due_at);
});

test("a website whose subscription is as it was stays, and so does one that is due soon", async () => {
  const { website, reseller_uuid } = await makeInBucket();
  const before = await checkOf(website);
  const message = { reseller_uuid, entity: "business", uuid: website.businessUuid };
  expect(await handler(sqsEvent(message, message))).toEqual(DONE);
  expect(await checkOf(website)).toEqual(before);
});

test("a business of another reseller is not found by its uuid", async () => {
  const [one, other] = [await makeInBucket(), await makeInBucket()];
  const { reseller_uuid, plan_uuid } = one;
  await Plan.patch({ reseller_uuid, uuid: plan_uuid }).set({ downtime: false }).go();
  const uuid = one.website.businessUuid;
  const foreign = { reseller_uuid: other.reseller_uuid, entity: "business", uuid };
  expect(await handler(sqsEvent(foreign))).toEqual(DONE);
  expect(isInBucket(await checkOf(one.website))).toBe(true);
});

test("a message that fails, or can't be read, is given back", async () => {
  const { website, reseller_uuid } = await makeInBucket();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((command) => {
    if (command === "BatchGet") throw new Error("away");
  });
  const message = { reseller_uuid, entity: "business", uuid: website.businessUuid };
  const result = await handler(sqsEvent(message, { entity: "all" }));
  end();
  expect(result.batchItemFailures).toHaveLength(2);
});

test("a website that can't follow keeps no other of its business from it", async () => {
  const { website, reseller_uuid, plan_uuid } = await makeInBucket();
  const other = await call("POST /v1/websites", {
    key: website.reseller.key,
    query: { businessUuid: website.businessUuid },
    body: { hostname: "http://127.0.0.1:2" },
  });
  const uuid = other.body.data.uuid;
  const check = await checkOf(website);
  const hostname = "http://127.0.0.1:2";
  const target = { minutes: 5, hostname, url: hostname };
  await Check.put({ ...check, uuid, hostname, target }).go();
  await Plan.patch({ reseller_uuid, uuid: plan_uuid }).set({ downtime: false }).go();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((command, { Key }) => {
    if (command === "Update" && JSON.stringify(Key).includes(website.uuid)) throw new Error("no");
  });
  onTestFinished(end);
  const message = { reseller_uuid, entity: "business", uuid: website.businessUuid };
  expect((await handler(sqsEvent(message))).batchItemFailures).toHaveLength(1);
  const inBucket = await Promise.all(
    [website, { ...website, uuid }].map(async (each) => isInBucket(await checkOf(each))),
  );
  expect(inBucket).toEqual([true, false]);
});

test("the stream brings what concerns them, and nothing else", async () => {
  const { website, reseller_uuid, plan_uuid } = await makeInBucket();
  const [{ data: user }, { data: business }, { data: plan }] = await Promise.all([
    User.get({ reseller_uuid, uuid: website.userUuid }).go(),
    Business.get({ reseller_uuid, uuid: website.businessUuid }).go(),
    Plan.get({ reseller_uuid, uuid: plan_uuid }).go(),
  ]);
  if (!user || !business || !plan) throw new Error("The website has no owner");
  const told = async (...Records: ReturnType<typeof changeOf>[]) => {
    expect(await followChanges({ Records })).toEqual(DONE);
    return messagesAbout("SUBSCRIPTIONS_QUEUE_URL", reseller_uuid);
  };
  const same = await told(
    changeOf(User, { before: user, after: { ...user, first_name: "Grace" } }),
    changeOf(Business, { before: business, after: { ...business, name: "Other" } }),
    changeOf(Plan, { before: plan, after: { ...plan, name: "Other", ssl: false } }),
  );
  expect(same).toEqual([]);
  const concerned = await told(
    changeOf(User, { before: user, after: { ...user, suspended_at: timestamp() } }),
    changeOf(Business, { before: business, after: { ...business, plan_uuid: user.uuid } }),
    changeOf(Plan, { before: plan, after: { ...plan, uptime_interval_minutes: 1 } }),
    changeOf(Plan, { before: plan, after: { ...plan, audit_interval_minutes: 60 } }),
  );
  // Each at once, and again when no worker goes by what was before.
  expect(concerned).toEqual(
    [
      { reseller_uuid, entity: "user", uuid: user.uuid },
      { reseller_uuid, entity: "business", uuid: business.uuid },
      { reseller_uuid, entity: "plan", uuid: plan.uuid },
      { reseller_uuid, entity: "plan", uuid: plan.uuid },
    ].flatMap((message) => [message, message]),
  );
});

test("a website that a worker puts into a bucket by what it knew before a suspension leaves it again", async () => {
  const site = await serve({ "/": "<p>up</p>" });
  const website = await monitorWebsite(site.url);
  const reseller_uuid = website.reseller.uuid;
  const key = { reseller_uuid, uuid: website.userUuid };
  const probe = async () =>
    expect(
      await uptimeHandler(skippedPauses())(sqsEvent(await dueMessage(website, "uptime"))),
    ).toEqual(DONE);
  await probe();
  const known = await checkOf(website);
  await Check.put({ ...known, shard: 3 }).go();
  const { data: before } = await User.get(key).go();
  if (!before) throw new Error("The website has no owner");
  const after = { ...before, suspended_at: timestamp() };
  await User.put(after).go();
  const delays: number[] = [];
  onTestFinished(
    interceptMessages((_, { QueueUrl, Entries }) => {
      for (const { MessageBody, DelaySeconds = 0 } of Entries as {
        MessageBody: string;
        DelaySeconds?: number;
      }[]) {
        const isOurs = String(QueueUrl).includes("SUBSCRIPTIONS") || MessageBody.includes('"user"');
        if (isOurs && MessageBody.includes(key.uuid)) delays.push(DelaySeconds);
      }
    }),
  );
  await followChanges({ Records: [changeOf(User, { before, after })] });
  const [first, second] = messagesAbout("SUBSCRIPTIONS_QUEUE_URL", key.uuid);
  await follow(first as Parameters<typeof follow>[0]);
  await probe();
  expect(isInBucket(await checkOf(website))).toBe(true);
  await follow(second as Parameters<typeof follow>[0]);
  expect(isInBucket(await checkOf(website))).toBe(false);
  // Longer than a subscription is kept, and a probe with all that follows takes.
  expect(delays.some((seconds) => seconds >= 60 + 45)).toBe(true);
});
