import { beforeEach, expect, test } from "vitest";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { daysLater } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { deepen, findIntervals } from "../../../shared/uptime/buckets.ts";
import { dailyFigures } from "../../../shared/uptime/dailyFigures.ts";
import { percentageOfDays } from "../../../shared/uptime/figures.ts";
import {
  readListFigures,
  writeFiguresDue,
  writeListFigures,
} from "../../../shared/uptime/listFigures.ts";
import { putInterval, uuidIn } from "../../support/buckets.ts";
import { costOf } from "../../support/cost.ts";
import { type Logged, logProbes, storeMonitor, wholeBucket } from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const HOUR = 3600;
const NINE = Date.parse("2026-11-21T09:00:00Z") / 1000;
const bucket = wholeBucket();

beforeEach(() => ownSchedule());

const newSite = (uuid = newUuid()) => ({
  reseller_uuid: newUuid(),
  business_uuid: newUuid(),
  uuid,
});

/** A probe every five minutes in these seconds. */
async function probe(uuid: string, from: number, to: number, logged: Logged = "up") {
  const times = Array.from({ length: (to - from) / 300 }, (_, index) => from + index * 300);
  await logProbes(
    uuid,
    times.map((at) => [at, logged] as const),
    bucket,
  );
}

async function read(uuid: string, seconds: number) {
  const [figures] = await readListFigures([{ uuid, minutes: 5 }], seconds * 1000);
  return figures;
}

const DAYS = { from: "2026-11-20", to: "2026-11-21" };
const nothing = Array(24).fill(null);

test("a website has the figures of its last hours and days, the running hour left out", async () => {
  const site = newSite();
  await storeMonitor(site);
  const days = Array.from({ length: 30 }, (_, index) => daysLater("2026-10-22", index));
  const day = {
    looks: 288,
    failures: 0,
    observed: 86_400,
    down: 10,
    times: {},
    expires_epoch: 1,
  };
  await UptimeDay.put(days.map((each) => ({ ...site, ...day, day: each }))).go();
  await probe(site.uuid, NINE - 3 * HOUR, NINE - HOUR);
  await probe(site.uuid, NINE - HOUR, NINE - HOUR + 900, "down");
  await probe(site.uuid, NINE - HOUR + 900, NINE + 900);
  await writeListFigures(bucket, NINE);
  // The oldest of the days is before the other 29.
  const observed = 29 * 86_400 + 3 * HOUR;
  const hours = [...Array(20).fill(null), 100, 100, 75, null];
  const figures = {
    ...{ response_ms: expect.any(Number), response_p95_ms: expect.any(Number) },
    ...{ observed_seconds: observed, last_24_hours: hours },
    uptime_30_days: Math.floor((1 - (29 * 10 + 900) / observed) * 10_000) / 100,
  };
  expect(await read(site.uuid, NINE + 600)).toEqual(figures);
  expect(figures.response_ms).toEqual(expect.any(Number));
  const later = [...hours.slice(2), null, null];
  expect(await read(site.uuid, NINE + 2 * HOUR)).toEqual({ ...figures, last_24_hours: later });
  expect(await read(site.uuid, NINE + 30 * HOUR)).toEqual({
    ...{ ...figures, response_ms: null, response_p95_ms: null, last_24_hours: nothing },
  });
});

test.each([
  ["it is down", 900, 0],
  ["it was down until lately", 300, 66.66],
])(
  "a downtime since then counts at once if %s, as it does elsewhere",
  async (_, until, percentage) => {
    const site = newSite();
    await storeMonitor(site);
    const now = NINE + 900;
    await probe(site.uuid, NINE - 12 * HOUR, NINE);
    await probe(site.uuid, NINE, NINE + until, "down");
    await probe(site.uuid, NINE + until, now + 300);
    await writeListFigures(bucket, NINE);
    const probed = { uuid: site.uuid, minutes: 5, downtime: { from: NINE, to: NINE + until } };
    expect(await readListFigures([probed], now * 1000)).toMatchObject([
      {
        ...{ uptime_30_days: percentageOfDays(await dailyFigures(site, DAYS, now * 1000)) },
        last_24_hours: [...nothing.slice(13), ...Array(12).fill(100), percentage],
      },
    ]);
  },
);

test("each hour is added once, and once a day the sums begin anew from the stored days", async () => {
  const site = newSite();
  await storeMonitor(site);
  await probe(site.uuid, NINE - 12 * HOUR, NINE + 20 * HOUR);
  const observed = async (until: number) => {
    await writeListFigures(bucket, until);
    await writeListFigures(bucket, until);
    return (await read(site.uuid, until + 600))?.observed_seconds;
  };
  // As long as no day is stored, the log counts.
  expect(await observed(NINE)).toBe(12 * HOUR);
  expect(await observed(NINE + HOUR)).toBe(13 * HOUR);
  expect(await observed(NINE + 3 * HOUR)).toBe(15 * HOUR);
  expect(await observed(NINE - HOUR)).toBe(15 * HOUR);
  const times = {};
  const stored = { looks: 1, failures: 0, observed: 80_000, down: 0, times, expires_epoch: 1 };
  await UptimeDay.put({ ...site, ...stored, day: "2026-11-21" }).go();
  expect(await observed(NINE + 15 * HOUR)).toBe(80_000);
  expect(await observed(NINE + 16 * HOUR)).toBe(80_000 + HOUR);
});

test("a website that was added within the hour, or that nobody sees, has no figures", async () => {
  const site = newSite();
  await storeMonitor(site);
  const none = {
    ...{ uptime_30_days: null, observed_seconds: 0, last_24_hours: nothing },
    ...{ response_ms: null, response_p95_ms: null },
  };
  await probe(site.uuid, NINE, NINE + 900, "unknown");
  expect(await read(site.uuid, NINE + 900)).toEqual(none);
  await writeListFigures(bucket, NINE + HOUR);
  expect(await read(site.uuid, NINE + HOUR + 900)).toEqual(none);
});

test("figures fall due with the first round after an hour whose probes all have a next one", async () => {
  const site = newSite();
  await storeMonitor(site);
  await probe(site.uuid, NINE - HOUR, NINE + 2 * HOUR);
  const observed = async () => (await read(site.uuid, NINE + HOUR))?.observed_seconds;
  const round = (slot: number) => writeFiguresDue({ ...bucket, slot, after: slot - 300 });
  await round(NINE + 300);
  expect(await observed()).toBe(0);
  await round(NINE + 600);
  expect(await observed()).toBe(HOUR);
  const { commands } = await costOf(() => round(NINE + 900));
  expect(commands).toEqual([]);
  // A round an hour late.
  await writeFiguresDue({ ...bucket, slot: NINE + 2 * HOUR, after: NINE + 900 });
  expect(await observed()).toBe(2 * HOUR);
});

test("a bucket that was divided is read until its parts have figures", async () => {
  await putInterval(5);
  const half = { minutes: 5, depth: 1, number: 1 };
  const site = newSite(uuidIn(half));
  await storeMonitor(site);
  await probe(site.uuid, NINE - HOUR, NINE + 300);
  await writeListFigures(bucket, NINE);
  const [depth] = await findIntervals();
  if (depth) await deepen(depth, 1, NINE + 600);
  expect(await read(site.uuid, NINE + 900)).toMatchObject({ observed_seconds: HOUR });
  await writeListFigures(half, NINE + HOUR);
  expect(await read(site.uuid, NINE + HOUR)).toMatchObject({ observed_seconds: HOUR + 300 - 300 });
});

test("a page of a hundred websites takes one batch for its figures", async () => {
  const uuids = Array.from({ length: 100 }, () => newUuid());
  for (const uuid of uuids) await storeMonitor(newSite(uuid));
  await Promise.all(uuids.map((uuid) => probe(uuid, NINE - 600, NINE + 300)));
  await writeListFigures(bucket, NINE);
  const all = uuids.map((uuid) => ({ uuid, minutes: 5 }));
  const { commands, readUnits } = await costOf(() => readListFigures(all, NINE * 1000));
  expect(commands.toSorted()).toEqual(["BatchGetItem", "Query"]);
  expect(readUnits).toBeLessThanOrEqual(2);
});
