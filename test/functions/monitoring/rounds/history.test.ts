import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type Bucket,
  idOf,
  isInBucket,
  placeInIndex,
} from "../../../../functions/monitoring/buckets.ts";
import { dailyFigures } from "../../../../functions/monitoring/dailyFigures.ts";
import { reschedule, shardOf } from "../../../../functions/monitoring/dueTimes.ts";
import { findLastProbes, findNextProbe } from "../../../../functions/monitoring/lastProbes.ts";
import { uptimeHandler } from "../../../../functions/monitoring/uptime/runChecks.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import { Plan } from "../../../../shared/entities/plan.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { UsageDay } from "../../../../shared/entities/usageDay.ts";
import { User } from "../../../../shared/entities/user.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import {
  dueMessage,
  findCheck,
  type MonitoredWebsite,
  monitorWebsite,
} from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { skippedPauses } from "../../../support/skippedPauses.ts";
import { joinBucket, makeBucket, makeRound } from "./buckets.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY = { from: "2026-11-20", to: "2026-11-20" };

beforeEach(() => {
  ownControlHosts();
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => void vi.useRealTimers());

/** A website with a status to set, in a bucket that writes the figures of a day in its first hour. */
async function makeSite() {
  const given = { status: 200 };
  const site = await serve((_, response) => response.writeHead(given.status).end());
  const bucket = await makeBucket({ number: 0 });
  const website = await joinBucket(site.url, { bucket });
  return { given, bucket, website };
}

const at = (seconds: number) => vi.setSystemTime(NOON + seconds * 1000);
const usageOf = async ({ reseller: { uuid: reseller_uuid } }: MonitoredWebsite) =>
  (await UsageDay.query.ofReseller({ reseller_uuid }).go()).data;
const keyOf = ({ reseller, uuid }: MonitoredWebsite) => ({ reseller_uuid: reseller.uuid, uuid });

/** Rounds every five minutes, between two times in seconds after noon. */
async function rounds(bucket: Bucket, from: number, to: number) {
  for (let seconds = from; seconds <= to; seconds += 300) {
    at(seconds);
    await makeRound(bucket);
  }
}

async function ownProbe(website: MonitoredWebsite, seconds: number) {
  at(seconds);
  await uptimeHandler(skippedPauses())(sqsEvent(await dueMessage(website, "uptime")));
}

test("the figures of a day are its probes, failures, downtime and response times, before and after they are written", async () => {
  const { given, bucket, website } = await makeSite();
  await rounds(bucket, 0, 600);
  given.status = 500;
  await rounds(bucket, 900, 900);
  await ownProbe(website, 960);
  await ownProbe(website, 1260);
  given.status = 200;
  await ownProbe(website, 1500);
  await ownProbe(website, 1560);
  await rounds(bucket, 1800, 2100);
  const key = keyOf(website);
  const live = await dailyFigures(key, DAY);
  expect(live).toEqual([
    {
      date: "2026-11-20",
      // Three rounds, the one that failed, four separate probes, and two more rounds.
      looks: 10,
      failures: 3,
      observed_seconds: expect.any(Number),
      down_seconds: 600,
      response_ms: {
        mean: expect.any(Number),
        median: expect.any(Number),
        p95: expect.any(Number),
      },
    },
  ]);
  // From the first round on, but for what the next slot differs from the test's rounds.
  expect(Math.abs((live[0]?.observed_seconds ?? 0) - 2100)).toBeLessThanOrEqual(300);
  const { data: before } = await UptimeDay.query.ofWebsite(key).go();
  expect(before).toEqual([]);
  await rounds(bucket, 12 * 3600 + 60, 12 * 3600 + 60);
  const { data: written } = await UptimeDay.query.ofWebsite(key).go();
  expect(written).toMatchObject([{ day: "2026-11-20", looks: 10, failures: 3, down: 600 }]);
  expect(await usageOf(website)).toMatchObject([{ day: "2026-11-20", checks: 10 }]);
  expect(await dailyFigures(key, DAY)).toEqual(live);
  // The next round of the day has nothing left to write.
  await UptimeDay.delete({ ...key, day: "2026-11-20" }).go();
  await rounds(bucket, 12 * 3600 + 420, 12 * 3600 + 420);
  expect((await UptimeDay.query.ofWebsite(key).go()).data).toEqual([]);
});

test("time until the first round of a website is observed once, also if the website fails or is probed before", async () => {
  const { given, bucket, website } = await makeSite();
  await rounds(bucket, 0, 0);
  for (const begin of [300, 900]) {
    given.status = 500;
    await rounds(bucket, begin, begin);
    await ownProbe(website, begin + 60);
    given.status = 200;
    await ownProbe(website, begin + 120);
    await ownProbe(website, begin + 180);
    expect(isInBucket((await findCheck(website, "uptime")) as CheckRecord<"uptime">)).toBe(true);
  }
  // Until its round it has been observed for no longer than it is there.
  const [today] = await dailyFigures(keyOf(website), DAY);
  expect(today).toMatchObject({ looks: 9, failures: 4, observed_seconds: 1080 });
  given.status = 500;
  await rounds(bucket, 1500, 1500);
  const [later] = await dailyFigures(keyOf(website), DAY);
  expect(later).toMatchObject({ looks: 10, failures: 5, observed_seconds: 1500 });
});

test("time until the first round is not observed if the website is probed before, or no longer checked", async () => {
  const { website } = await makeSite();
  const { reseller, userUuid } = website;
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  const now = NOON / 1000;
  // It joined a bucket of an hour a minute ago, whose round is in 50 minutes.
  const tallies = { "2026-11-20": { looks: 1, failures: 0, observed: 51 * 60, times: { 20: 1 } } };
  const memory = { ...check.memory, checked_at: now - 60, observed_until: now + 50 * 60 };
  const due_at = "2026-11-20T12:00:00+00:00";
  const looked = { ...check, shard: shardOf(website.uuid), due_at, tallies, memory };
  await Check.put(looked).go();
  await ownProbe(website, 0);
  expect(await findCheck(website, "uptime")).toMatchObject({
    tallies: { "2026-11-20": { looks: 2, observed: expect.any(Number) } },
  });
  const [figures] = await dailyFigures(keyOf(website), DAY, NOON + 999);
  expect(figures).toMatchObject({ looks: 2, observed_seconds: 60 });
  await Check.put(looked).go();
  await User.patch({ reseller_uuid: reseller.uuid, uuid: userUuid })
    .set({ suspended_at: due_at })
    .go();
  // What is known of a user is a minute old at most.
  await ownProbe(website, 61);
  expect(await findCheck(website, "uptime")).toMatchObject({
    tallies: { "2026-11-20": { looks: 1, observed: 60 + 61 } },
  });
});

test("a day is written for a website that was checked separately when its bucket wrote it, also with another interval", async () => {
  const { given, bucket, website } = await makeSite();
  await rounds(bucket, 0, 600);
  given.status = 500;
  await rounds(bucket, 900, 900);
  await ownProbe(website, 960);
  const { reseller } = website;
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: 10 })
    .go();
  const live = await dailyFigures(keyOf(website), DAY);
  expect(live).toMatchObject([{ looks: 5, failures: 2 }]);
  // What is known of a plan is a minute old at most.
  await ownProbe(website, 1560);
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  expect(check.target?.minutes).toBe(10);
  expect(await dailyFigures(keyOf(website), DAY)).toMatchObject([{ looks: 6, failures: 3 }]);
  await ownProbe(website, 12 * 3600 + 60);
  const { data } = await UptimeDay.query.ofWebsite(keyOf(website)).go();
  expect(data).toMatchObject([{ day: "2026-11-20", looks: 6, failures: 3 }]);
});

test("a website with another interval is checked again until its rounds can be read, and loses nothing", async () => {
  const { given, bucket, website } = await makeSite();
  await rounds(bucket, 0, 600);
  given.status = 500;
  await rounds(bucket, 900, 900);
  given.status = 200;
  const { reseller } = website;
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: 10 })
    .go();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const before = await findCheck(website, "uptime");
  const end = interceptRequests((command, { ExpressionAttributeValues: values }) => {
    if (command === "Query" && JSON.stringify(values).includes(`bucket#${idOf(bucket)}`))
      throw new Error("away");
  });
  await ownProbe(website, 960);
  end();
  vi.restoreAllMocks();
  expect(await findCheck(website, "uptime")).toEqual(before);
  expect(await dailyFigures(keyOf(website), DAY)).toMatchObject([{ looks: 4, failures: 1 }]);
  await ownProbe(website, 1560);
  const moved = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  expect([isInBucket(moved), moved.target?.minutes]).toEqual([true, 10]);
  expect(await dailyFigures(keyOf(website), DAY)).toMatchObject([{ looks: 5, failures: 1 }]);
  // Rounds of the former interval count once, also when it is back.
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: 5 })
    .go();
  await reschedule(moved, "2026-11-20T12:27:00+00:00", { memory: moved.memory });
  await ownProbe(website, 1680);
  expect(await findCheck(website, "uptime")).toMatchObject({ target: { minutes: 5 } });
  expect(await dailyFigures(keyOf(website), DAY)).toMatchObject([{ looks: 6, failures: 1 }]);
});

test("rounds do not count for another website or day", async () => {
  const { bucket, website } = await makeSite();
  const other = await monitorWebsite("http://127.0.0.1:1");
  await rounds(bucket, 0, 300);
  expect(await dailyFigures(keyOf(website), { from: "2026-11-01", to: "2026-11-19" })).toEqual([]);
  expect(await dailyFigures(keyOf(other), DAY)).toEqual([]);
  expect(
    await dailyFigures({ ...keyOf(website), reseller_uuid: other.reseller.uuid }, DAY),
  ).toEqual([]);
});

test("the probes of the last day are those of rounds and separate ones, and the next one is the bucket's round", async () => {
  const { given, bucket, website } = await makeSite();
  await rounds(bucket, 0, 300);
  given.status = 500;
  await rounds(bucket, 600, 600);
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  const looks = await findLastProbes(check);
  expect(looks.map(({ at, outcome }) => [at, outcome])).toEqual([
    ["2026-11-20T12:10:00+00:00", "http 500"],
    ["2026-11-20T12:05:00+00:00", "up"],
    ["2026-11-20T12:00:00+00:00", "up"],
  ]);
  expect(await findNextProbe(check)).toBe("2026-11-20T12:11:00+00:00");
  const next = Date.parse(
    await findNextProbe({ ...check, ...placeInIndex(check.uuid, 5, check.due_at) }),
  );
  expect(next).toBeGreaterThan(Date.now());
  expect(next).toBeLessThanOrEqual(Date.now() + 300_000);
});

const DAYS = { from: "2026-11-19", to: "2026-11-21" };

/** Rounds of a bucket with an interval of an hour or more, between two times in seconds after noon. */
async function roundsOf(bucket: Bucket, from: number, to: number) {
  for (let seconds = from; seconds <= to; seconds += bucket.minutes * 60) {
    at(seconds);
    await makeRound(bucket);
  }
}

const HOUR = 3600;
const url = async () => (await serve({ "/": "<p>up</p>" })).url;
const writtenOf = async (website: MonitoredWebsite) =>
  (await UptimeDay.query.ofWebsite(keyOf(website)).go()).data;

test("a day is observed until midnight, by the round after it that writes its figures", async () => {
  const bucket = await makeBucket({ minutes: 60, number: 0 });
  const website = await joinBucket(await url(), { bucket });
  await roundsOf(bucket, 10.5 * HOUR, 12.5 * HOUR);
  expect(await writtenOf(website)).toMatchObject([
    // From half past ten in the evening.
    { day: "2026-11-20", looks: 2, observed: 1.5 * HOUR },
  ]);
});

test("a bucket of a daily round writes each day before, though that is not in its hour", async () => {
  const bucket = await makeBucket({ minutes: 1440, depth: 5, number: 23 });
  const website = await joinBucket(await url(), { bucket });
  await roundsOf(bucket, 0, 24 * HOUR);
  expect(await writtenOf(website)).toMatchObject([
    { day: "2026-11-20", looks: 1, observed: 12 * HOUR },
  ]);
});

test("a day is written on the day after if its bucket was empty in the hour of writing", async () => {
  const bucket = await makeBucket({ minutes: 60, depth: 5, number: 13 });
  const website = await joinBucket(await url(), { bucket });
  await roundsOf(bucket, 0, 2 * HOUR);
  await roundsOf(bucket, 50 * HOUR, 50 * HOUR);
  expect(await writtenOf(website)).toMatchObject([{ day: "2026-11-20", looks: 3 }]);
});

test("a bucket leaves the figures of a day alone in which its website was in another one", async () => {
  const bucket = await makeBucket({ depth: 5, number: 13 });
  const tally = { looks: 1, failures: 0, observed: 300, times: { 20: 1 } };
  const more = { tallies: { "2026-11-19": tally }, folded: "2026-11-19" };
  const website = await joinBucket(await url(), { bucket, more });
  // As it was written with the rounds of the former bucket.
  const key = keyOf(website);
  const day = { ...tally, looks: 288, observed: 86_400, down: 0 };
  await UptimeDay.put({ ...key, ...day, day: "2026-11-19", expires_epoch: 2_000_000_000 }).go();
  await rounds(bucket, -24 * HOUR, -24 * HOUR);
  await rounds(bucket, HOUR, HOUR);
  expect(await dailyFigures(key, { from: "2026-11-19", to: "2026-11-19" })).toMatchObject([
    { looks: 288 },
  ]);
});

test("a bucket's first round writes the separate probes of its websites", async () => {
  const bucket = await makeBucket({ depth: 5, number: 12 });
  const tally = { looks: 1, failures: 0, observed: 300, times: { 20: 1 } };
  const more = { tallies: { "2026-11-19": tally } };
  const website = await joinBucket(await url(), { bucket, more });
  await rounds(bucket, 0, 0);
  expect(await writtenOf(website)).toMatchObject([{ day: "2026-11-19", looks: 1 }]);
  expect(await dailyFigures(keyOf(website), DAYS)).toMatchObject([{ looks: 1 }, { looks: 1 }]);
});

test("the day of a website that is down at midnight is written until then", async () => {
  const { given, bucket, website } = await makeSite();
  const midnight = 12 * HOUR;
  await rounds(bucket, midnight - 900, midnight - 900);
  given.status = 500;
  await rounds(bucket, midnight - 600, midnight - 600);
  for (const seconds of [-540, -240, 60]) await ownProbe(website, midnight + seconds);
  expect(await writtenOf(website)).toMatchObject([
    { day: "2026-11-20", looks: 4, failures: 3, observed: 900, down: 600 },
  ]);
  expect(await usageOf(website)).toMatchObject([{ day: "2026-11-20", checks: 4 }]);
});

test("a day is written two days later if the website was not probed on the next day", async () => {
  const { given, bucket, website } = await makeSite();
  await rounds(bucket, 0, 0);
  given.status = 500;
  await rounds(bucket, 300, 300);
  for (const seconds of [360, 660, 36 * HOUR + 60]) await ownProbe(website, seconds);
  expect(await writtenOf(website)).toMatchObject([
    { day: "2026-11-20", looks: 4, failures: 3, observed: 660, down: 360 },
  ]);
});

test("the day on which a user was suspended is written", async () => {
  const { bucket, website } = await makeSite();
  await rounds(bucket, 0, 600);
  const { reseller, userUuid } = website;
  const suspended = { suspended_at: "2026-11-20T12:11:00+00:00" };
  await User.patch({ reseller_uuid: reseller.uuid, uuid: userUuid }).set(suspended).go();
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  await Check.put({ ...check, shard: 3, due_at: "2026-11-20T12:11:00+00:00" }).go();
  await ownProbe(website, 900);
  expect(await writtenOf(website)).toEqual([]);
  await ownProbe(website, 12 * HOUR + 900);
  expect(await writtenOf(website)).toMatchObject([{ day: "2026-11-20", looks: 3 }]);
});
