import * as fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { figuresWithin } from "../../../functions/digests/uptimeWithin.ts";
import { findBucketsOf } from "../../../functions/monitoring/bucketDepths.ts";
import { findLastHour, writeRound } from "../../../functions/monitoring/bucketHours.ts";
import { nameOf, placeInIndex, positionOf } from "../../../functions/monitoring/buckets.ts";
import { dayRecord } from "../../../functions/monitoring/dailyFigures.ts";
import { dayOf, daysLater, secondsOfDay } from "../../../functions/monitoring/days.ts";
import { observedUntil, tallyProbe } from "../../../functions/monitoring/uptime/ownDays.ts";
import {
  type Finding,
  stateAfterProbe,
  stateWhenPaused,
} from "../../../functions/monitoring/uptime/upOrDown.ts";
import { readUptimeMemory } from "../../../functions/monitoring/uptimeMemory.ts";
import { Check, type CheckRecord, type Period } from "../../../shared/entities/check.ts";
import { UptimeDay, type UptimeDayRecord } from "../../../shared/entities/uptimeDay.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { type Estate, makeEstate } from "../../support/factories.ts";

const MINUTES = 5;
const BEGIN = Date.parse("2026-10-24T10:20:00Z") / 1000;

type Uptime = CheckRecord<"uptime">;

interface ProbeOf {
  /** Seconds since the one before. */
  after: number;
  finding: Finding;
  /** A maintenance window lay in between. */
  isAnnounced?: boolean;
  isPaused?: boolean;
}

/** What separate probes leave behind: the check, and the records of days that are over, as they are written. */
function history(probes: ProbeOf[], key = { reseller_uuid: newUuid(), uuid: newUuid() }) {
  let check: Uptime = {
    ...{ ...key, business_uuid: newUuid(), hostname: "example.com", shard: 3, due_at: "" },
    ...{ kind: "uptime", results: [], memory: { state: "up", downtimes: [] } },
  };
  const days: UptimeDayRecord[] = [];
  let at = BEGIN;
  for (const { after, finding, isAnnounced, isPaused } of probes) {
    if (isPaused) {
      const { memory } = stateWhenPaused(readUptimeMemory(check));
      check = { ...check, memory };
    }
    const before = at;
    at += after;
    const announced: Period[] = isAnnounced ? [{ from: before + 1, to: before + 2 }] : [];
    const probe = { finding, at: new Date(at * 1000), duration: 100, announced };
    const tallies = tallyProbe(check, probe, { minutes: MINUTES, bucket: undefined });
    const report = { finding, at, minutes: MINUTES, announced };
    const { memory } = stateAfterProbe(readUptimeMemory(check), report);
    check = { ...check, tallies, memory };
    for (let day = dayOf(before); day < dayOf(at); day = daysLater(day, 1)) {
      days.push(dayRecord(check, { day, rounds: [] }));
    }
  }
  const today = dayRecord(check, { day: dayOf(at), rounds: [] });
  return { check, days, today, now: at };
}

const probes = (count: number, finding: Finding, more: Partial<ProbeOf> = {}): ProbeOf[] =>
  Array.from({ length: count }, () => ({ after: MINUTES * 60, finding, ...more }));

/** Expects the same figures from both endpoints, and returns them. */
async function expectSame({ reseller: { key }, ...estate }: Estate, from: string, to: string) {
  const query = { from, to };
  const uptime = await call("GET /v1/websites/{website_uuid}/uptime", {
    ...{ key, uuid: estate.website, query },
  });
  const digest = await call("GET /v1/businesses/{business_uuid}/digest", {
    ...{ key, uuid: estate.business, query },
  });
  const all = uptime.body.data.days as { observed_seconds: number; down_seconds: number }[];
  const sum = (name: "observed_seconds" | "down_seconds") =>
    all.reduce((total, day) => total + day[name], 0);
  const website = digest.body.data.find(({ uuid }: { uuid: string }) => uuid === estate.website);
  const { uptime_percentage, observed_seconds, down_seconds } = website;
  expect({ uptime_percentage, observed_seconds, down_seconds }).toEqual({
    uptime_percentage: uptime.body.data.uptime_percentage,
    observed_seconds: sum("observed_seconds"),
    down_seconds: sum("down_seconds"),
  });
  return { observed_seconds, down_seconds };
}

describe("/uptime and the digest say the same of a website that", () => {
  test.each<[string, ProbeOf[]]>([
    ["was down before it was first up", [...probes(4, "down"), ...probes(8, "up")]],
    ["is down now", [...probes(8, "up"), ...probes(9, "down")]],
    ["was never up", probes(9, "down")],
    ["failed once, unconfirmed", [...probes(3, "up"), ...probes(1, "down"), ...probes(5, "up")]],
    [
      "was under maintenance",
      [...probes(3, "down"), ...probes(1, "up", { isAnnounced: true }), ...probes(5, "up")],
    ],
    [
      "was paused",
      [
        ...probes(5, "down"),
        ...probes(1, "up", { after: 4000, isPaused: true }),
        ...probes(5, "up"),
      ],
    ],
    ["was added days ago", [...probes(2, "down"), ...probes(1500, "up"), ...probes(3, "down")]],
    [
      "was up, but was not checked for hours",
      [...probes(3, "up"), ...probes(2, "up", { after: 9000 })],
    ],
  ])("%s", async (_, past) => {
    const estate = await makeEstate();
    const { uuid: reseller_uuid } = estate.reseller;
    const { check, days, now } = history(past, { reseller_uuid, uuid: estate.website });
    vi.useFakeTimers({ toFake: ["Date"], now: now * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await Check.put({
      ...check,
      business_uuid: estate.business,
      due_at: "2026-12-01T00:00:00+00:00",
    }).go();
    if (days.length > 0) await UptimeDay.put(days).go();
    const today = dayOf(now);
    await expectSame(estate, dayOf(BEGIN), today);
    if (days.length === 0) return;
    await expectSame(estate, dayOf(BEGIN), dayOf(BEGIN));
    await expectSame(estate, today, today);
  });
});

test("/uptime and the digest say the same of a website in rounds, before its first one and later", async () => {
  const estate = await makeEstate();
  const { website: uuid } = estate;
  // An interval of its own keeps the rounds of other tests away.
  const minutes = 7;
  const key = { reseller_uuid: estate.reseller.uuid, uuid };
  const { check, now } = history([...probes(2, "down"), ...probes(1, "up")], key);
  const [bucket] = await findBucketsOf({ minutes, position: positionOf(uuid) }, now);
  const at = new Date((now + 60) * 1000);
  const joined = { minutes, bucket };
  const found = { finding: "up" as const, at, duration: 100 };
  const report = { finding: found.finding, at: now + 60, minutes };
  const { memory } = stateAfterProbe(readUptimeMemory(check), report);
  const first = observedUntil(at, joined) ?? 0;
  await Check.put({
    ...{ ...check, ...placeInIndex(uuid, minutes, "2026-12-01T00:00:00+00:00") },
    ...{ business_uuid: estate.business, tallies: tallyProbe(check, found, joined) },
    target: { minutes, hostname: "example.com", url: "https://example.com" },
    memory: { ...memory, observed_until: first },
  }).go();
  onTestFinished(() => void vi.useRealTimers());
  const today = dayOf(now);
  const figuresAt = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: seconds * 1000 });
    return await expectSame(estate, today, today);
  };
  const begin = BEGIN + MINUTES * 60;
  expect(await figuresAt(first - 10)).toEqual({
    ...{ observed_seconds: first - 10 - begin, down_seconds: 600 },
  });
  const rounds = [0, 1, 2, 6, 7].map((round) => first + round * minutes * 60);
  const answered = new Map([[nameOf(uuid), "A"]]);
  for (const slot of rounds) {
    await writeRound(await findLastHour(bucket, slot), {
      bucket,
      slot,
      at: slot,
      probes: answered,
    });
  }
  const last = rounds.at(-1) ?? first;
  // Three rounds were left out: the time between those around them is a gap.
  expect(await figuresAt(last + 20)).toEqual({
    ...{ observed_seconds: last - begin - 4 * minutes * 60, down_seconds: 600 },
  });
});

const probe = fc.record({
  after: fc.constantFrom(60, 300, 300, 300, 480, 481, 5000, 40_000),
  finding: fc.constantFrom<Finding>("up", "up", "up", "down", "down", "unknown"),
  isAnnounced: fc.constantFrom(false, false, false, true),
  isPaused: fc.constantFrom(false, false, false, false, true),
});
const run = fc
  .record({ first: probe, more: fc.integer({ min: 0, max: 150 }) })
  .map(({ first, more }) => [first, ...probes(more, first.finding)]);

test("the days of any history add up to the figures of its period, written or not", () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 60 }), (runs) => {
      const { check, days, today, now } = history(runs.flat());
      const memory = readUptimeMemory(check);
      const all = [...days, today];
      const sum = (name: "observed" | "down") => all.reduce((total, day) => total + day[name], 0);
      const period = { from: secondsOfDay(dayOf(BEGIN)).from, to: secondsOfDay(today.day).to };
      // The figures of the last days are perhaps not written yet.
      for (const unwritten of [0, 1, 2]) {
        const written = days.slice(0, days.length - unwritten);
        const known = { memory, days: written, downtimes: [] };
        expect(figuresWithin(period, known, now)).toEqual({
          observed: sum("observed"),
          down: sum("down"),
        });
        for (const { day, observed, down } of all) {
          const { observed: seen, down: failed } = figuresWithin(secondsOfDay(day), known, now);
          expect({ day, observed: seen, down: failed }).toEqual({ day, observed, down });
        }
      }
    }),
    { numRuns: 20 },
  );
});
