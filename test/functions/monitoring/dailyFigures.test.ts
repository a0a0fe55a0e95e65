import { describe, expect, onTestFinished, test } from "vitest";
import { nameOf } from "../../../functions/monitoring/buckets.ts";
import {
  dailyFigures,
  dayRecord,
  roundsOf,
  writeDay,
} from "../../../functions/monitoring/dailyFigures.ts";
import { secondsOfDay } from "../../../functions/monitoring/days.ts";
import { characterOfDuration } from "../../../functions/monitoring/durationClasses.ts";
import { NO_PROBES } from "../../../functions/monitoring/tallies.ts";
import { NEW_UPTIME_MEMORY } from "../../../functions/monitoring/uptimeMemory.ts";
import { BucketHour, NOT_PROBED } from "../../../shared/entities/bucketHour.ts";
import { Check, type CheckRecord, type UptimeMemory } from "../../../shared/entities/check.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { costOf } from "../../support/cost.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const TODAY = "2026-11-20";
const day = secondsOfDay(TODAY);
const tally = (looks: number) => ({ ...NO_PROBES, looks });

function makeCheck(more: Partial<CheckRecord<"uptime">> = {}): CheckRecord<"uptime"> {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const known = { hostname: "example.com", shard: 3, due_at: timestamp(new Date(NOON)) };
  return { ...key, ...known, kind: "uptime", results: [], memory: {}, ...more };
}

async function putDay({ reseller_uuid, uuid }: CheckRecord, on: string, looks: number) {
  const figures = { failures: 0, observed: 0, down: 0, times: {}, expires_epoch: 2_000_000_000 };
  await UptimeDay.put({ reseller_uuid, uuid, day: on, looks, ...figures }).go();
}

/** By day, how many looks there were. */
async function looksOf(check: CheckRecord, from: string, to: string) {
  const figures = await dailyFigures(check, { from, to }, NOON);
  return figures.map(({ date, looks }) => [date, looks]);
}

describe("the figures of some days", () => {
  test("are the stored ones, completed for the last three days, oldest first", async () => {
    const tallies = {
      "2026-11-17": tally(17),
      "2026-11-18": tally(18),
      "2026-11-19": tally(19),
      "2026-11-20": tally(20),
    };
    const check = makeCheck({ tallies });
    await Check.put(check).go();
    await putDay(check, "2026-11-16", 1);
    await putDay(check, "2026-11-19", 2);
    onTestFinished(
      interceptRequests((command, input) => {
        if (command === "Query") Object.assign(input, { Limit: 1 });
      }),
    );
    expect(await looksOf(check, "2026-11-16", "2026-11-21")).toEqual([
      ["2026-11-16", 1],
      ["2026-11-18", 18],
      ["2026-11-19", 2],
      ["2026-11-20", 20],
    ]);
    expect(await looksOf(check, "2026-11-18", "2026-11-18")).toEqual([["2026-11-18", 18]]);
    expect(await looksOf(check, "2026-11-17", "2026-11-17")).toEqual([]);
    expect(await looksOf(check, TODAY, TODAY)).toEqual([[TODAY, 20]]);
  });

  test("are those with a probe, as the check is now", async () => {
    const check = makeCheck({ tallies: { [TODAY]: tally(1) } });
    await Check.put(check).go();
    const reads: unknown[] = [];
    const end = interceptRequests((command, { ConsistentRead }) => {
      if (command === "Get") reads.push(ConsistentRead);
    });
    onTestFinished(end);
    expect(await looksOf(check, "2026-11-01", TODAY)).toEqual([[TODAY, 1]]);
    expect(reads).toEqual([true]);
  });

  test("are those that are written where the website has no check", async () => {
    const check = makeCheck();
    await putDay(check, "2026-11-19", 2);
    expect(await looksOf(check, "2026-11-18", TODAY)).toEqual([["2026-11-19", 2]]);
  });

  test("that are long ago, or written, cost one request", async () => {
    const check = makeCheck();
    const past = { from: "2026-10-01", to: "2026-11-17" };
    expect((await costOf(() => dailyFigures(check, past, NOON))).requests).toBe(1);
  });
});

describe("the probes of a website in a bucket on a day", () => {
  const uuid = newUuid();
  const target = { minutes: 5, hostname: "example.com", url: "https://example.com" };
  const good = characterOfDuration(250);
  const names = `aaaaaa${nameOf(uuid)}`;
  const round = (at: number, probes = `-${good}`) => ({ slot: at, at, names, probes });
  const memory: UptimeMemory = { ...NEW_UPTIME_MEMORY, checked_at: day.to };
  const recordOf = (
    rounds: ReturnType<typeof round>[],
    more: Partial<CheckRecord<"uptime">> = {},
  ) => dayRecord(makeCheck({ uuid, target, ...more }), { day: TODAY, rounds });

  test("are those from its first second to its last, and observed is the time between", () => {
    const rows = [day.from - 1, day.from, day.from + 300].map((at) => round(at));
    expect(recordOf(rows)).toMatchObject({ looks: 2, observed: 300 });
    const last = [day.to - 300, day.to - 1, day.to, day.to + 300].map((at) => round(at));
    expect(recordOf(last)).toMatchObject({ looks: 2, observed: 300 });
  });

  test("do not count where its character is blank, and the time around that is not observed", () => {
    const [from, rows] = [day.from, [round(day.from), round(day.from + 300, "-")]];
    const more = [round(from + 600), round(from + 900), round(from + 1200, `-${NOT_PROBED}`)];
    expect(recordOf([...rows, ...more])).toMatchObject({ looks: 3, failures: 0, observed: 300 });
  });

  test("are a gap in between where two rounds are further apart than the interval and three minutes", () => {
    const apart = (seconds: number) =>
      recordOf([round(day.from), round(day.from + seconds)]).observed;
    expect([apart(480), apart(481)]).toEqual([480, 0]);
  });

  test("are added to its own; without rounds there are no others", () => {
    const tallies = { [TODAY]: { looks: 3, failures: 1, observed: 100, times: { 50: 2 } } };
    const rows = [round(day.from), round(day.from + 300)];
    expect(recordOf(rows, { tallies })).toMatchObject({ looks: 5, failures: 1, observed: 400 });
    const alone = makeCheck({ tallies });
    const record = dayRecord(alone, { day: TODAY, rounds: rows });
    expect(record).toMatchObject({ looks: 3, failures: 1, observed: 100, times: { 50: 2 } });
  });

  test("are those since the website has this interval, whose earlier rounds are in its own tally", () => {
    const rounds = [day.from, day.from + 300, day.from + 600].map((at) => round(at));
    const since = (seconds: number) =>
      recordOf(rounds, { target: { ...target, since: day.from + seconds } });
    expect(since(300)).toMatchObject({ looks: 2, observed: 300 });
    expect(since(301)).toMatchObject({ looks: 1, observed: 0 });
  });

  test("are not observed again for the time until the first round, which was counted in advance", () => {
    const rounds = [0, 300, 600, 900].map((seconds) => round(day.from + seconds));
    const joined = (checked_at: number, observed_until: number) => ({
      memory: {
        ...NEW_UPTIME_MEMORY,
        ...{ checked_at: day.from + checked_at, observed_until: day.from + observed_until },
      },
    });
    // The round at 300 seconds came 100 before the time that was counted.
    expect(recordOf(rounds, joined(250, 400))).toMatchObject({ looks: 4, observed: 800 });
    expect(recordOf(rounds, joined(300, 400))).toMatchObject({ looks: 4, observed: 800 });
    expect(recordOf(rounds, joined(250, 700))).toMatchObject({ looks: 4, observed: 500 });
    expect(recordOf(rounds, joined(950, 1200))).toMatchObject({ looks: 4, observed: 900 });
  });

  test("are observed, and down, for no longer than the day, nor down for longer than observed", () => {
    const tallies = (observed: number) => ({ [TODAY]: { ...tally(1), observed } });
    const down = { ...memory, downtimes: [{ from: day.from - 500 }] };
    const found = (observed: number, known = down) =>
      dayRecord(makeCheck({ tallies: tallies(observed), memory: known }), {
        day: TODAY,
        rounds: [],
      });
    expect(found(90_000)).toMatchObject({ observed: 86_400, down: 86_400 });
    expect(found(100)).toMatchObject({ observed: 100, down: 100 });
    // Nobody has looked since the day before.
    const { checked_at: _, ...unseen } = down;
    expect(found(100, unseen)).toMatchObject({ down: 0 });
    expect(found(100, { ...down, checked_at: day.from + 50 })).toMatchObject({ down: 50 });
  });
});

test("days without a probe are not written", async () => {
  const check = makeCheck();
  const record = (on: string, looks: number) =>
    dayRecord({ ...check, tallies: { [on]: tally(looks) } }, { day: on, rounds: [] });
  await writeDay([record("2026-11-18", 0), record("2026-11-19", 1)]);
  const { reseller_uuid, uuid } = check;
  const { data } = await UptimeDay.query.ofWebsite({ reseller_uuid, uuid }).go();
  expect(data.map(({ day, looks }) => [day, looks])).toEqual([["2026-11-19", 1]]);
});

test("the rounds that concern a day are its own and those next to it", async () => {
  ownSchedule();
  const target = { minutes: 5, hostname: "example.com", url: "https://example.com" };
  const hourOf = (at: number) => new Date(at * 1000).toISOString().slice(0, 13);
  const put = async (...times: number[]) => {
    const rows = times.map((at) => ({ slot: at, at, probes: "!" }));
    const known = { revision: 1, gaps: [], folded: "", expires_epoch: 2_000_000_000, names: "" };
    const hour = hourOf(times[0] ?? 0);
    await BucketHour.put({ minutes: 5, depth: 0, number: 0, hour, rows, ...known }).go();
  };
  await put(day.from - 481, day.from - 480);
  await put(day.from + 100);
  await put(day.to - 100);
  await put(day.to + 480, day.to + 481);
  const found = await roundsOf(makeCheck({ target }), TODAY);
  expect(found.map(({ at }) => at - day.from)).toEqual([-480, 100, 86_300, 86_880]);
  expect((await costOf(() => roundsOf(makeCheck(), TODAY))).requests).toBe(0);
});
