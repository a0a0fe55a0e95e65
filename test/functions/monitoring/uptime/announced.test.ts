import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isInBucket } from "../../../../functions/monitoring/buckets.ts";
import { dailyFigures } from "../../../../functions/monitoring/dailyFigures.ts";
import { shardOf } from "../../../../functions/monitoring/dueTimes.ts";
import { handler } from "../../../../functions/monitoring/uptime/index.ts";
import type { CheckRecord } from "../../../../shared/entities/check.ts";
import { Maintenance } from "../../../../shared/entities/maintenance.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { User } from "../../../../shared/entities/user.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { dueMessage, findCheck, isUp, type MonitoredWebsite } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { joinBucket, makeBucket, makeRound } from "../rounds/buckets.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY = { from: "2026-11-20", to: "2026-11-20" };

beforeEach(() => {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => void vi.useRealTimers());

const at = (seconds: number) => vi.setSystemTime(NOON + seconds * 1000);
const keyOf = ({ reseller, uuid }: MonitoredWebsite) => ({ reseller_uuid: reseller.uuid, uuid });

/** A website whose status is to be set, which two rounds of its bucket have found up. */
async function makeInBucket() {
  const given = { status: 200 };
  const site = await serve((_, response) => response.writeHead(given.status).end());
  ownSchedule();
  const bucket = await makeBucket();
  const website = await joinBucket(site.url, { bucket });
  for (const seconds of [0, 300]) {
    at(seconds);
    await makeRound(bucket);
  }
  return { given, site, website };
}

/** Has the website checked separately, and returns the check. */
async function look(website: MonitoredWebsite) {
  const message = await dueMessage(website, "uptime");
  expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [] });
  return (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
}

const looksOf = async (website: MonitoredWebsite) =>
  (await dailyFigures(keyOf(website), DAY)).map(({ looks, failures }) => ({ looks, failures }));

test("a failure that was announced takes nothing of the day, also where the interval is another one", async () => {
  const { given, website } = await makeInBucket();
  const { uuid: reseller_uuid, planUuid } = website.reseller;
  await Plan.patch({ reseller_uuid, uuid: planUuid }).set({ uptime_interval_minutes: 10 }).go();
  const times = { starts_at: timestamp(new Date(NOON)), ends_at: "2026-11-20T14:00:00+00:00" };
  const windows = [{ uuid: newUuid(), ...times, created_at: times.starts_at }];
  await Maintenance.put({ ...keyOf(website), revision: 1, windows }).go();
  at(600);
  given.status = 500;
  const excused = await look(website);
  expect(excused).toMatchObject({
    shard: shardOf(website.uuid),
    folded: "2026-11-19",
    memory: { state: "up", checked_at: NOON / 1000 + 300 },
    results: [],
  });
  expect(excused.target?.minutes).toBe(10);
  const due = Date.parse(excused.due_at) - Date.now();
  expect([due > 0, due <= 600_000]).toEqual([true, true]);
  expect(await looksOf(website)).toEqual([{ looks: 2, failures: 0 }]);
  // What answers meanwhile is up.
  given.status = 200;
  at(700);
  const found = await look(website);
  expect(found.results).toMatchObject([{ at: "2026-11-20T12:11:40+00:00", outcome: "up" }]);
  expect(isInBucket(found)).toBe(true);
  expect(await looksOf(website)).toEqual([{ looks: 3, failures: 0 }]);
});

test("a website that is no longer checked keeps what its rounds found, and its subscription is read each hour", async () => {
  const { site, website } = await makeInBucket();
  const user = { reseller_uuid: website.reseller.uuid, uuid: website.userUuid };
  await User.patch(user).set({ suspended_at: timestamp() }).go();
  at(420);
  const asked = site.requests.length;
  const skipped = await look(website);
  expect(site.requests).toHaveLength(asked);
  expect(skipped).toMatchObject({
    shard: shardOf(website.uuid),
    folded: "2026-11-19",
    memory: { state: "up", checked_at: NOON / 1000 + 300 },
    results: [],
  });
  const due = Date.parse(skipped.due_at) - Date.now();
  expect([due > 0, due <= 3_600_000]).toEqual([true, true]);
  expect(await looksOf(website)).toEqual([{ looks: 2, failures: 0 }]);
});

test("a website that was down is up after two good probes, also within a maintenance window", async () => {
  const { given, website } = await makeInBucket();
  given.status = 500;
  for (const seconds of [600, 660]) {
    at(seconds);
    await look(website);
  }
  expect(await isUp(website)).toBe(false);
  const starts_at = timestamp(new Date(NOON + 700_000));
  const times = { starts_at, ends_at: "2026-11-20T14:00:00+00:00", created_at: starts_at };
  const windows = [{ uuid: newUuid(), ...times }];
  await Maintenance.put({ ...keyOf(website), revision: 1, windows }).go();
  given.status = 200;
  at(900);
  expect((await look(website)).memory).toMatchObject({ state: "recovering" });
  expect(await isUp(website)).toBe(false);
  at(960);
  const [from, to, back] = [600, 660, 900].map((seconds) => NOON / 1000 + seconds);
  expect((await look(website)).memory).toMatchObject({
    state: "up",
    downtimes: [{ from, to }],
    gaps: [{ from: to, to: back }],
  });
  expect(await isUp(website)).toBe(true);
});

test("a failure just before a maintenance window does not make the window count as down", async () => {
  const { given, website } = await makeInBucket();
  given.status = 500;
  at(600);
  expect((await look(website)).memory).toMatchObject({ state: "suspect" });
  const starts_at = timestamp(new Date(NOON + 620_000));
  const times = { starts_at, ends_at: timestamp(new Date(NOON + 900_000)), created_at: starts_at };
  await Maintenance.put({
    ...keyOf(website),
    revision: 1,
    windows: [{ uuid: newUuid(), ...times }],
  }).go();
  at(660);
  await look(website);
  given.status = 200;
  at(930);
  const { memory } = await look(website);
  const [from, to] = [600, 930].map((seconds) => NOON / 1000 + seconds);
  expect(memory).toMatchObject({ state: "up", down: {}, gaps: [{ from, to }] });
});
