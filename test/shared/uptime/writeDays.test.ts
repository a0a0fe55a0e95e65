import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { UsageDay } from "../../../shared/entities/usageDay.ts";
import { dayOf, secondsOfDay } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { addRound, readLog } from "../../../shared/uptime/bucketHours.ts";
import {
  type Bucket,
  bucketsOf,
  deepen,
  findIntervals,
  lastSlot,
  nameOf,
} from "../../../shared/uptime/buckets.ts";
import { daysDueAt, writeDaysDue } from "../../../shared/uptime/writeDays.ts";
import { putInterval, uuidIn } from "../../support/buckets.ts";
import { character, logProbes, storeMonitor, wholeBucket } from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const MIDNIGHT = Date.parse("2026-11-21T00:00:00Z") / 1000;
const DAY = "2026-11-20";

beforeEach(() => ownSchedule());

const newSite = (uuid = newUuid()) => ({
  reseller_uuid: newUuid(),
  business_uuid: newUuid(),
  uuid,
});

/** Writes what is due with a round, the one before it an interval ago. */
const writeDays = (bucket: Bucket, slot: number, after = slot - bucket.minutes * 60) =>
  writeDaysDue({ ...bucket, slot, after });

const daysOf = async (key: { reseller_uuid: string; uuid: string }) =>
  (await UptimeDay.query.ofWebsite(key).go()).data;

const checksOf = async ({ reseller_uuid }: { reseller_uuid: string }) =>
  (await UsageDay.get({ reseller_uuid, day: DAY }).go()).data?.checks;

test("the first round of a day writes the figures of the day before, also of websites that are not probed any more", async () => {
  const [plain, stopped, silent] = [newSite(), newSite(), newSite()];
  await storeMonitor(plain);
  await storeMonitor(stopped, { target: { mode: "stopped" } });
  await storeMonitor(silent);
  await logProbes(plain.uuid, [
    [MIDNIGHT - 600, "up"],
    [MIDNIGHT - 300, "second"],
    [MIDNIGHT - 100, "down"],
    [MIDNIGHT + 200, "up"],
  ]);
  await logProbes(stopped.uuid, [
    [MIDNIGHT - 900, "down"],
    [MIDNIGHT - 600, "up"],
  ]);
  await writeDays(wholeBucket(), MIDNIGHT - 300);
  expect(await daysOf(plain)).toEqual([]);
  // The website's next probe may still be under way.
  await writeDays(wholeBucket(), MIDNIGHT + 300);
  expect(await daysOf(plain)).toEqual([]);
  await writeDays(wholeBucket(), MIDNIGHT + 600);
  expect(await daysOf(plain)).toMatchObject([
    { day: DAY, looks: 3, failures: 1, failed_attempts: 2, observed: 600, down: 100 },
  ]);
  expect(await daysOf(stopped)).toMatchObject([{ looks: 2, observed: 300, down: 300 }]);
  expect(await daysOf(silent)).toEqual([]);
  expect(await checksOf(plain)).toBe(3);
});

test("each check counts once, however often a day is written, also by two workers at once", async () => {
  const [site, off] = [newSite(), newSite()];
  await storeMonitor(site);
  await storeMonitor(off);
  await logProbes(site.uuid, [
    [MIDNIGHT - 600, "up"],
    [MIDNIGHT - 300, "up"],
  ]);
  const write = () => writeDays(wholeBucket(), MIDNIGHT + 600);
  await Promise.all([write(), write(), write()]);
  expect(await checksOf(site)).toBe(2);
  // A separate probe was added to the log late.
  await logProbes(site.uuid, [[MIDNIGHT - 200, "down"]]);
  await write();
  await write();
  expect(await checksOf(site)).toBe(3);
  expect(await checksOf(off)).toBeUndefined();
});

test("the figures of a website that changed its interval include the rounds of both", async () => {
  const site = newSite();
  const former = [{ minutes: 5, until: MIDNIGHT - 500 }];
  await storeMonitor(site, { target: { minutes: 10, former } });
  await logProbes(site.uuid, [
    [MIDNIGHT - 900, "up"],
    [MIDNIGHT - 600, "up"],
  ]);
  await logProbes(site.uuid, [[MIDNIGHT - 100, "up"]], wholeBucket(10));
  await writeDays(wholeBucket(10), MIDNIGHT + 1200);
  expect(await daysOf(site)).toMatchObject([{ looks: 3, observed: 800 }]);
});

test("the figures of a bucket that was divided include the rounds of the whole one", async () => {
  const minutes = 5;
  await putInterval(minutes);
  const half = { minutes, depth: 1, number: 0 };
  const site = newSite(uuidIn(half));
  await storeMonitor(site);
  await logProbes(site.uuid, [[MIDNIGHT - 600, "up"]]);
  const [depth] = await findIntervals();
  if (depth) await deepen(depth, 1, MIDNIGHT - 500);
  await logProbes(site.uuid, [[MIDNIGHT - 300, "up"]], half);
  await writeDays(half, MIDNIGHT + 750);
  expect(await daysOf(site)).toMatchObject([{ looks: 2, observed: 300 }]);
});

test("whatever the interval, whenever a bucket is divided, and if there were no rounds for days, each day is written once it is over", () => {
  const interval = fc.constantFrom(5, 60, 1440);
  const moment = fc.integer({ min: 0, max: 2 * 86_400 });
  fc.assert(
    fc.property(interval, moment, moment, (minutes, divided, away) => {
      const [from, to] = [MIDNIGHT - 86_400, MIDNIGHT + 8 * 86_400];
      for (const bucket of bucketsOf({ minutes, depth: 2 })) {
        const whole = { minutes, depth: 1, number: bucket.number >> 1 };
        const written = new Set<string>();
        let last = lastSlot(whole, from);
        for (let at = from; at < to; at += 300) {
          const own = at < from + divided ? whole : bucket;
          const slot = lastSlot(own, at);
          if (slot <= last || (at >= from + away && at < from + away + 3 * 86_400)) continue;
          const days = daysDueAt({ ...own, slot, after: last });
          last = slot;
          for (const day of days) {
            expect(secondsOfDay(day).to + minutes * 60 <= slot).toBe(true);
            written.add(day);
          }
        }
        for (let at = from; at < to - 4 * 86_400; at += 86_400)
          expect(written).toContain(dayOf(at));
      }
    }),
    { numRuns: 10 },
  );
});

test("rounds that are written at the same time keep each other's probes, and each is written once", async () => {
  const uuids = Array.from({ length: 6 }, () => newUuid());
  const write = (uuid: string, index: number) =>
    addRound(wholeBucket(), {
      ...{ slot: MIDNIGHT + index, at: MIDNIGHT + index },
      characters: new Map([[nameOf(uuid), character("up")]]),
    });
  expect(await Promise.all(uuids.map(write))).toEqual(Array(6).fill(true));
  expect(await write(uuids[0] ?? "", 0)).toBe(false);
  for (const uuid of uuids) {
    const { target } = await storeMonitor(newSite(uuid));
    expect(await readLog({ uuid, target }, { from: MIDNIGHT, to: MIDNIGHT + 9 })).toHaveLength(1);
  }
});
