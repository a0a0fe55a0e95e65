import { beforeEach, expect, test } from "vitest";
import {
  deepen,
  depthOf,
  ensureBucket,
  findBucketsOf,
  findIntervals,
} from "../../../shared/uptime/buckets.ts";
import { putInterval } from "../../support/buckets.ts";
import { costOf } from "../../support/cost.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

beforeEach(() => ownSchedule());

const minutes = 7;

test("an interval gets its first bucket when a website joins it, once", async () => {
  expect(await findIntervals()).toEqual([]);
  await ensureBucket(minutes, NOON + 999);
  const first = { minutes, since: [NOON / 1000] };
  expect(await findIntervals()).toMatchObject([first]);
  await ensureBucket(minutes, NOON + 60_000);
  expect(await findIntervals()).toMatchObject([first]);
});

test("buckets are divided down to a depth, unless another schedule was faster", async () => {
  const interval = { minutes, since: [1] };
  await putInterval(minutes, interval.since);
  expect(await deepen(interval, 2, 7)).toEqual([1, 7, 7]);
  expect(await deepen(interval, 1, 8)).toBeUndefined();
  const [stored = interval] = await findIntervals();
  expect(stored).toMatchObject({ minutes, since: [1, 7, 7] });
  expect(depthOf(stored)).toBe(2);
});

test("the buckets of a place are that of today, and those from which late rounds may come", async () => {
  const now = NOON / 1000;
  await putInterval(minutes, [now - 90_000, now - 7200, now - 60]);
  const at = (from: number) => findBucketsOf({ minutes, position: 2 ** 31 }, now - from);
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
  expect(await findBucketsOf({ minutes: minutes + 1_000_000, position: 5 }, now)).toEqual([
    { minutes: minutes + 1_000_000, depth: 0, number: 0 },
  ]);
});
