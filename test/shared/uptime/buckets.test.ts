import { randomInt } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import {
  type Bucket,
  bucketAt,
  bucketsOf,
  lastSlot,
  positionOf,
  startOf,
} from "../../../shared/uptime/buckets.ts";
import { countRoster, findRoster } from "../../../shared/uptime/roster.ts";
import { uuidIn } from "../../support/buckets.ts";
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
