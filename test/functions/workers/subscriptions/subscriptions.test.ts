import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { handler as followChanges } from "../../../../functions/workers/changes/index.ts";
import { handler } from "../../../../functions/workers/subscriptions/index.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import type { UptimeState } from "../../../../shared/entities/monitor.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { dayOf, NEVER, timestamp } from "../../../../shared/platform/time.ts";
import { readLog } from "../../../../shared/uptime/bucketHours.ts";
import { call } from "../../../support/api.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout, sqsEvent } from "../../../support/messages.ts";
import {
  adaptChecks,
  addWebsite,
  findAudit,
  isUp,
  logProbes,
  type MonitoredWebsite,
  makePlain,
  monitorWebsite,
  readFeed,
  readMonitor,
  storeMonitor,
  uptimeMessages,
  wholeBucket,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { changeOf } from "../../../support/stream.ts";

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

async function makeWatched(uptime?: UptimeState) {
  const website = await monitorWebsite("http://127.0.0.1:1");
  await makePlain(website, uptime);
  const reseller_uuid = website.reseller.uuid;
  return { website, reseller_uuid, plan_uuid: website.reseller.planUuid };
}

const modeOf = async (website: MonitoredWebsite) => (await readMonitor(website)).target.mode;

test("a suspended user's websites are not probed, are paused, and begin anew when it is resumed", async () => {
  const { website, reseller_uuid } = await makeWatched();
  const key = { reseller_uuid, uuid: website.userUuid };
  const message = { ...key, entity: "user" };
  await User.patch(key).set({ suspended_at: timestamp() }).go();
  const next = await follow(message);
  expect(next).toContainEqual({ reseller_uuid, entity: "business", uuid: website.businessUuid });
  expect(await modeOf(website)).toBe("stopped");
  const row = async () => (await Website.get({ reseller_uuid, uuid: website.uuid }).go()).data;
  expect((await row())?.paused_since).toBeDefined();
  await follow(message);
  await User.patch(key).remove(["suspended_at"]).go();
  const countBefore = uptimeMessages(website.uuid).length;
  await follow(message);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "separate" },
    uptime: { state: "new" },
  });
  expect(uptimeMessages(website.uuid).length).toBeGreaterThan(countBefore);
});

test("a downtime ends with the last probe that saw it when its website is paused", async () => {
  const down_since = Math.floor(Date.now() / 1000) - 1000;
  const { website, reseller_uuid } = await makeWatched({
    ...{ state: "down", down_since, checked_at: down_since + 300, unobserved: 100 },
  });
  const key = { reseller_uuid, uuid: website.uuid };
  await changeListed(websites, key, () => ({ set: { is_hostname_up: false } }));
  const user = { reseller_uuid, uuid: website.userUuid };
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  await follow({ ...user, entity: "user" });
  expect(await isUp(website)).toBe(true);
  const data = { outcome: "paused", duration_seconds: 200, unobserved_seconds: 100 };
  expect(await readFeed(website)).toMatchObject([{ type: "downtime", status: "info", data }]);
});

test("a plan without the check stops it, and another interval moves the website with its history", async () => {
  const { website, reseller_uuid, plan_uuid } = await makeWatched();
  const now = Math.floor(Date.now() / 1000);
  await logProbes(website.uuid, [
    [now - 86_400, "up"],
    [now - 86_300, "up"],
    [now - 120, "up"],
  ]);
  const plan = { reseller_uuid, uuid: plan_uuid };
  await Plan.patch(plan).set({ uptime_interval_minutes: 7 }).go();
  await follow({ ...plan, entity: "plan" });
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "rounds", minutes: 7, former: [{ minutes: 5, until: expect.any(Number) }] },
    roster: expect.stringMatching(/^7#/),
  });
  await logProbes(website.uuid, [[now, "up"]], wholeBucket(7));
  // Both intervals are in the figures of a day, and those of yesterday are written.
  const log = await readLog(await readMonitor(website), { from: now - 3600, to: now });
  expect(log.map(({ minutes }) => minutes)).toEqual([5, 7]);
  const key = { reseller_uuid, uuid: website.uuid };
  const { data } = await UptimeDay.query.ofWebsite(key).go();
  expect(data).toMatchObject([{ day: dayOf(now - 86_400), looks: expect.any(Number) }]);
  await Plan.patch(plan).set({ downtime: false }).go();
  await follow({ ...plan, entity: "plan" });
  expect(await modeOf(website)).toBe("stopped");
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
  const check = (await findAudit(website)) as CheckRecord;
  await Check.put({ ...check, ...changes }).go();
  await follow({ reseller_uuid, entity: "business", uuid: website.businessUuid });
  return (await findAudit(website))?.due_at ?? "";
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
  const weekly = { audit_interval_minutes: 10_080 };
  const next = await auditAfter({ due_at: soon, results: audited }, weekly);
  // In one of a hundred weeks, the hour of the website's audit comes before that.
  expect(next > inHours(0) && next <= soon).toBe(true);
});

test("a website that can't follow keeps no other of its business from it", async () => {
  const { website, reseller_uuid, plan_uuid } = await makeWatched();
  const hostname = "http://127.0.0.1:2";
  const query = { businessUuid: website.businessUuid };
  const created = await call("POST /v1/websites", {
    key: website.reseller.key,
    query,
    body: { hostname },
  });
  const { uuid } = created.body.data;
  await storeMonitor(
    { reseller_uuid, business_uuid: website.businessUuid, uuid },
    { target: { hostname } },
  );
  await Plan.patch({ reseller_uuid, uuid: plan_uuid }).set({ downtime: false }).go();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((command, input) => {
    if (command === "TransactWrite" && JSON.stringify(input).includes(website.uuid))
      throw new Error("no");
  });
  onTestFinished(end);
  const message = { reseller_uuid, entity: "business", uuid: website.businessUuid };
  expect((await handler(sqsEvent(message))).batchItemFailures).toHaveLength(1);
  expect(await Promise.all([website, { ...website, uuid }].map(modeOf))).toEqual([
    "rounds",
    "stopped",
  ]);
});

test("the stream brings what concerns them, and nothing else", async () => {
  const { website, reseller_uuid, plan_uuid } = await makeWatched();
  const [{ data: user }, { data: business }, { data: plan }] = await Promise.all([
    User.get({ reseller_uuid, uuid: website.userUuid }).go(),
    Business.get({ reseller_uuid, uuid: website.businessUuid }).go(),
    Plan.get({ reseller_uuid, uuid: plan_uuid }).go(),
  ]);
  if (!user || !business || !plan) throw new Error("The website has no owner");
  const followed = async (...Records: ReturnType<typeof changeOf>[]) => {
    expect(await followChanges({ Records })).toEqual(DONE);
    return messagesAbout("SUBSCRIPTIONS_QUEUE_URL", reseller_uuid);
  };
  const same = await followed(
    changeOf(User, { before: user, after: { ...user, first_name: "Grace" } }),
    changeOf(Business, { before: business, after: { ...business, name: "Other" } }),
    changeOf(Plan, { before: plan, after: { ...plan, name: "Other", ssl: false } }),
  );
  expect(same).toEqual([]);
  const concerned = await followed(
    changeOf(User, { before: user, after: { ...user, suspended_at: timestamp() } }),
    changeOf(Business, { before: business, after: { ...business, plan_uuid: user.uuid } }),
    changeOf(Plan, { before: plan, after: { ...plan, uptime_interval_minutes: 1 } }),
    changeOf(Plan, { before: plan, after: { ...plan, audit_interval_minutes: 60 } }),
  );
  expect(concerned).toEqual([
    { reseller_uuid, entity: "user", uuid: user.uuid },
    { reseller_uuid, entity: "business", uuid: business.uuid },
    { reseller_uuid, entity: "plan", uuid: plan.uuid },
    { reseller_uuid, entity: "plan", uuid: plan.uuid },
  ]);
});

test("a suspension at the same time as a website is added stops it, whichever is followed first", async () => {
  const { record, ...website } = await addWebsite("http://127.0.0.1:1");
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.userUuid };
  let isSuspended = false;
  const end = interceptRequests(async (command, input) => {
    if (isSuspended || command !== "Update" || !JSON.stringify(input).includes('"monitor"')) return;
    isSuspended = true;
    await User.patch(key).set({ suspended_at: timestamp() }).go();
    await follow({ ...key, entity: "user" });
  });
  onTestFinished(end);
  await adaptChecks({ reseller_uuid: key.reseller_uuid, uuid: record.uuid, entity: "website" });
  expect(isSuspended).toBe(true);
  expect(await modeOf(website)).toBe("stopped");
});

/** Does some work before the worker's first write of the entity's record. */
function beforeWriting(entity: string, work: () => Promise<unknown>) {
  let isDone = false;
  const end = interceptRequests(async (command, input) => {
    const isWrite = command === "Put" || command === "Update" || command === "TransactWrite";
    if (isDone || !isWrite || !JSON.stringify(input).includes(`"${entity}"`)) return;
    isDone = true;
    await work();
  });
  onTestFinished(end);
}

test.each(["check", "monitor"])(
  "a website that moves while its creation is followed has the %s of its new host name",
  async (entity) => {
    const { record, ...website } = await addWebsite("first.example");
    const { reseller_uuid, uuid } = record;
    const message = { reseller_uuid, uuid, entity: "website" };
    beforeWriting(entity, async () => {
      await changeListed(websites, { reseller_uuid, uuid }, () => ({
        set: { hostname: "second.example" },
      }));
      await adaptChecks({ ...message, former_hostname: "first.example" });
    });
    await adaptChecks(message);
    expect((await findAudit(website))?.hostname).toBe("second.example");
    expect((await readMonitor(website)).target.hostname).toBe("second.example");
  },
);

test.each(["check", "monitor"])(
  "a website that is restored while its deletion is followed keeps its %s",
  async (entity) => {
    const website = await monitorWebsite("http://127.0.0.1:1");
    const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
    const { data: record } = await Website.get(key).go();
    if (!record) throw new Error("The website was not found");
    const message = { ...key, entity: "website" };
    await Website.remove(key).go();
    beforeWriting(entity, async () => {
      await Website.put(record).go();
      await adaptChecks(message);
    });
    await adaptChecks(message);
    expect((await findAudit(website))?.due_at).not.toBe(NEVER);
    expect(await modeOf(website)).not.toBe("stopped");
  },
);

test("a user who is resumed while the suspension is followed has websites that are probed", async () => {
  const { website, reseller_uuid } = await makeWatched();
  const user = { reseller_uuid, uuid: website.userUuid };
  const message = { reseller_uuid, entity: "business", uuid: website.businessUuid };
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  beforeWriting("monitor", async () => {
    await User.patch(user).remove(["suspended_at"]).go();
    await adaptChecks(message);
  });
  await adaptChecks(message);
  expect(await modeOf(website)).toBe("separate");
});
