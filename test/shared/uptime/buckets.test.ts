import { randomInt } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import {
  type Bucket,
  bucketAt,
  bucketsOf,
  deepen,
  depthOf,
  ensureBucket,
  findBucketsOf,
  findIntervals,
  lastSlot,
  positionOf,
  startOf,
} from "../../../shared/uptime/buckets.ts";
import { countRoster, findRoster } from "../../../shared/uptime/roster.ts";
import { putInterval, uuidIn } from "../../support/buckets.ts";
import { costOf } from "../../support/cost.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { storeMonitor } from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const UUID = "01980000-0000-7000-8000-0123456789ab";
const MINUTES = 5;

beforeEach(() => ownSchedule());

const putSite = (uuid: string) =>
  storeMonitor(
    { reseller_uuid: newUuid(), business_uuid: newUuid(), uuid },
    { target: { minutes: MINUTES } },
  );

test("at each depth a bucket is a half of one at the depth before", () => {
  expect(bucketsOf({ minutes: 5, depth: 1 })).toEqual([
    { minutes: 5, depth: 1, number: 0 },
    { minutes: 5, depth: 1, number: 1 },
  ]);
  for (let run = 0; run < 100; run += 1) {
    const position = positionOf(newUuid());
    const numbers = [0, 1, 2, 16].map((depth) => bucketAt(position, { minutes: 5, depth }).number);
    expect(numbers[0]).toBe(0);
    expect(numbers[1]).toBe(Math.floor((numbers[2] ?? 0) / 2));
    expect(numbers[2]).toBe(Math.floor((numbers[3] ?? 0) / 2 ** 14));
  }
  const last = { minutes: 5, depth: 3, number: 7 };
  expect(bucketAt(0xffffffff, last)).toEqual(last);
  expect(bucketAt(startOf(last), last)).toEqual(last);
  expect(bucketAt(startOf(last) - 1, last).number).toBe(6);
});

test("a bucket is due once an interval, and its halves no later than it", () => {
  const until = 1_800_000_299;
  const perMinute = [0, 0, 0, 0, 0];
  for (const bucket of bucketsOf({ minutes: 5, depth: 10 })) {
    const slot = lastSlot(bucket, until);
    expect(slot).toBeGreaterThan(until - 300);
    expect(slot).toBeLessThanOrEqual(until);
    expect(lastSlot(bucket, slot)).toBe(slot);
    expect(lastSlot(bucket, slot - 1)).toBe(slot - 300);
    const whole = lastSlot({ minutes: 5, depth: 9, number: bucket.number >> 1 }, until);
    const next = lastSlot(bucket, whole + 300);
    expect(next - whole).toBeGreaterThan(0);
    const minute = Math.floor((slot % 300) / 60);
    perMinute[minute] = (perMinute[minute] ?? 0) + 1;
  }
  for (const count of perMinute) expect(Math.abs(count - 204.8)).toBeLessThan(4);
});

test.each([0, 2, 3, 12])(
  "the websites of a bucket of depth %d are found, and counted",
  async (depth) => {
    const number = randomInt(2 ** depth);
    const bucket: Bucket = { minutes: MINUTES, depth, number };
    const start = startOf(bucket);
    const end = start + 2 ** (32 - depth) - 1;
    const at = (position: number) =>
      `${UUID.slice(0, -8)}${position.toString(16).padStart(8, "0")}`;
    const uuids = [at(start), uuidIn(bucket), uuidIn(bucket), at(end)];
    const others = [start - 1, end + 1].filter((each) => each >= 0 && each < 2 ** 32).map(at);
    for (const uuid of [...uuids, ...others]) await putSite(uuid);
    const result = await findRoster(bucket);
    expect(new Set(result.map(({ uuid }) => uuid))).toEqual(new Set(uuids));
    expect(result[0]?.target.url).toBe("https://example.com");
    expect(await countRoster(bucket, 1)).toBe(4);
    // Page by page.
    onTestFinished(
      interceptRequests((command, input) => {
        if (command === "Query") Object.assign(input, { Limit: 1 });
      }),
    );
    expect(await findRoster(bucket)).toHaveLength(4);
    expect(await countRoster(bucket, 1)).toBe(4);
  },
);

const NOON = Date.parse("2026-11-20T12:00:00Z");

test("an interval gets its first bucket when a website joins it, once", async () => {
  expect(await findIntervals()).toEqual([]);
  await ensureBucket(MINUTES, NOON + 999);
  const first = { minutes: MINUTES, since: [NOON / 1000] };
  expect(await findIntervals()).toMatchObject([first]);
  await ensureBucket(MINUTES, NOON + 60_000);
  expect(await findIntervals()).toMatchObject([first]);
});

test("buckets are divided down to a depth, unless another schedule was faster", async () => {
  const interval = { minutes: MINUTES, since: [1] };
  await putInterval(MINUTES, interval.since);
  expect(await deepen(interval, 2, 7)).toEqual([1, 7, 7]);
  expect(await deepen(interval, 1, 8)).toBeUndefined();
  const [stored = interval] = await findIntervals();
  expect(stored).toMatchObject({ minutes: MINUTES, since: [1, 7, 7] });
  expect(depthOf(stored)).toBe(2);
});

test("the buckets of a place are that of today, and those from which late rounds may come", async () => {
  const now = NOON / 1000;
  await putInterval(MINUTES, [now - 90_000, now - 7200, now - 60]);
  const at = (from: number) => findBucketsOf({ minutes: MINUTES, position: 2 ** 31 }, now - from);
  const numbers = async (from: number) =>
    (await at(from)).map(({ depth, number }) => [depth, number]);
  const [latest, before, first] = [
    [2, 2],
    [1, 1],
    [0, 0],
  ];
  expect(await numbers(60)).toEqual([latest, before]);
  expect(await numbers(3600)).toEqual([latest, before, first]);
  expect(await numbers(3599)).toEqual([latest, before]);
  expect(await numbers(-3541)).toEqual([latest]);
  // The websites of a call share a read.
  const together = () => Promise.all([60, 3600, 90].map(at));
  expect(await costOf(together)).toMatchObject({ requests: 1 });
  const minutes = 1_000_000;
  expect(await findBucketsOf({ minutes, position: 5 }, now)).toEqual([
    { minutes, depth: 0, number: 0 },
  ]);
});
