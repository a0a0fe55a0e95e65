import { randomInt } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  findLastHour,
  findRows,
  forgetLaterHours,
  hourOf,
  isRoundDone,
  readUptime,
  withRounds,
  writeRound,
} from "../../../shared/checks/rosterHours.ts";
import type { CheckRecord, UptimeMemory } from "../../../shared/entities/check.ts";
import { RosterHour, type RosterHourRecord } from "../../../shared/entities/rosterHour.ts";
import { Overloaded } from "../../../shared/errors.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const makeRoster = () => 5_000_000 + randomInt(1000, 1_000_000);

/** The last hour of a roster with rounds at these times, after noon. */
function makeHour(roster: number, times: number[], more: Partial<RosterHourRecord> = {}) {
  const rows = times.map((at) => ({ slot: NOON + at, at: NOON + at, looks: "!" }));
  const known = { revision: 1, gaps: [], folded: "", expires_epoch: 2_000_000_000 };
  return { ...known, roster, hour: hourOf(NOON + (times[0] ?? 0)), slot: NOON, rows, ...more };
}

/** A website that joined its roster at noon. */
function makeCheck(more: Partial<CheckRecord<"uptime">> = {}): CheckRecord<"uptime"> {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const seat = { roster: 5_000_001, place: 0, hostname: "example.com", url: "https://example.com" };
  const known = { hostname: "example.com", shard: seat.roster, due_at: "", results: [], seat };
  const memory: UptimeMemory = { state: "up", downtimes: [], checked_at: NOON };
  return { ...key, ...known, kind: "uptime", memory, ...more };
}

describe("what is remembered of a website in a roster", () => {
  const hour = makeHour(5_000_001, [300, 600]);
  const seen = (last: RosterHourRecord | undefined, check = makeCheck()) => withRounds(check, last);
  const gapsOf = (more: Partial<RosterHourRecord>) => seen({ ...hour, ...more }).gaps;

  test("is that its last round has seen it", () => {
    const { memory } = makeCheck();
    expect(seen(hour)).toEqual({ ...memory, checked_at: NOON + 600 });
    // It joined after that.
    expect(seen(makeHour(5_000_001, [-300]))).toEqual(memory);
  });

  test.each<[string, Partial<CheckRecord<"uptime">>, RosterHourRecord | undefined]>([
    ["where it is by itself", { shard: 3 }, hour],
    ["where its roster had no round yet", {}, undefined],
    ["or none in this hour", {}, makeHour(5_000_001, [])],
    ["where it was never looked at", { memory: { state: "up", downtimes: [] } }, hour],
  ])("is what its check says %s", (_, more, last) => {
    const check = makeCheck(more);
    expect(seen(last, check)).toEqual(check.memory);
  });

  test("are gaps between rounds since it joined, and those that it knows itself", () => {
    const between = (from: number, to: number) => ({ from: NOON + from, to: NOON + to });
    expect(gapsOf({ gaps: [between(600, 1200)] })).toEqual([between(600, 1200)]);
    expect(gapsOf({ gaps: [between(-900, 1200)] })).toEqual([between(0, 1200)]);
    // It is no longer than an interval and three minutes since it joined.
    expect(gapsOf({ gaps: [between(-900, 480)] })).toBeUndefined();
    expect(gapsOf({ gaps: [between(-900, 481)] })).toEqual([between(0, 481)]);
    expect(gapsOf({ gaps: [between(-900, -300)] })).toBeUndefined();
    const own = makeCheck({
      memory: { state: "up", downtimes: [], checked_at: NOON, gaps: [between(-9000, -6000)] },
    });
    expect(seen({ ...hour, gaps: [between(600, 1200)] }, own).gaps).toEqual([
      between(-9000, -6000),
      between(600, 1200),
    ]);
  });

  test("is that nobody knows of rounds before those that are remembered", () => {
    expect(gapsOf({ since: NOON + 600 })).toEqual([{ from: NOON, to: NOON + 600 }]);
    expect(gapsOf({ since: NOON + 480 })).toBeUndefined();
    expect(gapsOf({ since: NOON - 3600 })).toBeUndefined();
  });

  test("is read with the rounds until then, where it is in a roster", async () => {
    const roster = makeRoster();
    const gap = { from: NOON + 600, to: NOON + 1200 };
    await RosterHour.put(makeHour(roster, [300, 600], { gaps: [gap] })).go();
    await RosterHour.put(makeHour(roster, [3900])).go();
    const known = makeCheck();
    const check = { ...known, shard: roster, seat: { ...known.seat, roster } } as typeof known;
    const at = async (seconds: number) =>
      (await readUptime(check, (NOON + seconds) * 1000)).checked_at;
    expect([await at(900), await at(4000)]).toEqual([NOON + 600, NOON + 3900]);
    // Another clock may be a minute ahead, and no more.
    expect([await at(539), await at(540)]).toEqual([NOON + 300, NOON + 600]);
    const gapsAt = async (seconds: number) =>
      (await readUptime(check, (NOON + seconds) * 1000)).gaps;
    expect([await gapsAt(1139), await gapsAt(1140)]).toEqual([undefined, [gap]]);
    expect((await readUptime({ ...check, shard: 3 }, (NOON + 900) * 1000)).checked_at).toBe(NOON);
  });
});

describe("hours of a clock that was ahead", () => {
  const gap = (from: number, to: number) => ({ from: NOON + from, to: NOON + to });
  const hoursOf = async (roster: number) =>
    (await RosterHour.query.ofRoster({ roster }).go()).data.map(({ hour }) => hour);

  test("are told apart from what was known until then", async () => {
    const roster = makeRoster();
    const gaps = [gap(0, 300), gap(600, 2000)];
    await RosterHour.put(makeHour(roster, [300, 600, 2000], { gaps })).go();
    const found = await findLastHour(roster, NOON + 600);
    const parts = [found?.rows, found?.later.rows].map((rows) => rows?.map(({ at }) => at - NOON));
    expect(parts).toEqual([[300, 600], [2000]]);
    expect([found?.gaps, found?.later.gaps]).toEqual([[gaps[0]], [gaps[1]]]);
    const nothing = await findLastHour(roster, NOON);
    expect([nothing?.rows, nothing?.gaps]).toEqual([[], []]);
    expect((await findLastHour(roster, NOON + 3000))?.later).toEqual({ rows: [], gaps: [] });
  });

  test("are removed for a round, all of them, and what is later in its own hour is forgotten", async () => {
    const roster = makeRoster();
    await RosterHour.put(makeHour(roster, [300, 600], { gaps: [gap(300, 600)] })).go();
    for (const later of [3600, 7200, 10_800]) await RosterHour.put(makeHour(roster, [later])).go();
    const reads = new Set<unknown>();
    const end = interceptRequests((command, input) => {
      if (command !== "Query") return;
      reads.add(input["ConsistentRead"]);
      Object.assign(input, { Limit: 1 });
    });
    onTestFinished(end);
    expect(await forgetLaterHours(roster, NOON + 400)).toMatchObject({
      rows: [{ at: NOON + 300 }],
      later: { rows: [], gaps: [] },
    });
    end();
    expect(reads).toEqual(new Set([true]));
    expect(await hoursOf(roster)).toEqual([hourOf(NOON)]);
  });

  test("of a minute ahead stay, and where all were ahead nothing is known", async () => {
    const roster = makeRoster();
    await RosterHour.put(makeHour(roster, [3600])).go();
    expect(await forgetLaterHours(roster, NOON + 3540)).toBeUndefined();
    expect(await hoursOf(roster)).toEqual([hourOf(NOON + 3600)]);
    expect(await forgetLaterHours(roster, NOON + 3539)).toBeUndefined();
    expect(await hoursOf(roster)).toEqual([]);
    expect(await forgetLaterHours(roster, NOON)).toBeUndefined();
  });

  test("are not looked for where the newest one is of now", async () => {
    const roster = makeRoster();
    const gaps = [gap(300, 2000)];
    await RosterHour.put(makeHour(roster, [300, 2000], { gaps })).go();
    const asked: string[] = [];
    onTestFinished(interceptRequests((command) => void asked.push(command)));
    const found = await forgetLaterHours(roster, NOON + 400);
    expect(found).toMatchObject({ rows: [{ at: NOON + 300 }], later: { rows: [], gaps: [] } });
    expect(asked).toEqual(["Query"]);
  });
});

test("a round is done where one of its slot was, or of a later one that a clock a minute ahead may have made", () => {
  const known = (slots: number[]) => ({
    ...makeHour(5_000_001, slots),
    later: { rows: [], gaps: [] },
  });
  const isDone = (slots: number[], slot: number, now: number) =>
    isRoundDone(known(slots), { slot: NOON + slot, now: NOON + now });
  expect([isDone([300], 300, 310), isDone([0], 300, 310)]).toEqual([true, false]);
  expect([isDone([0, 600], 300, 540), isDone([0, 600], 300, 539)]).toEqual([true, false]);
  expect(isRoundDone(undefined, { slot: NOON, now: NOON })).toBe(false);
});

describe("a round that is written", () => {
  const rowAt = (at: number, slot = at) => ({ slot: NOON + slot, at: NOON + at, looks: "!" });
  const write = (
    last: Awaited<ReturnType<typeof findLastHour>>,
    roster: number,
    row = rowAt(900),
  ) => writeRound(last, { roster, row, hasFew: false });

  test("is the first of a roster, or follows the others of its hour", async () => {
    const roster = makeRoster();
    const expires = { expires_epoch: NOON + 900 + 3 * 24 * 3600 };
    const first = { rows: [rowAt(900)], gaps: [], revision: 1, slot: NOON + 900, folded: "" };
    const written = await write(undefined, roster);
    expect(written).toEqual({
      roster,
      hour: hourOf(NOON),
      since: NOON + 900,
      ...first,
      ...expires,
    });
    const last = await findLastHour(roster, NOON + 1200);
    const next = await write(last, roster, rowAt(1100, 600));
    expect(next).toMatchObject({
      rows: [rowAt(900), rowAt(1100, 600)],
      revision: 2,
      // The latest slot, whichever came last.
      slot: NOON + 900,
      since: NOON + 900,
    });
    expect((await RosterHour.get({ roster, hour: hourOf(NOON) }).go()).data).toEqual(next);
  });

  test("begins an hour with what was known of the last, but for its rounds", async () => {
    const roster = makeRoster();
    const gaps = [{ from: NOON - 3600, to: NOON - 1800 }];
    const more = { gaps, few_since: NOON - 7200, folded: "2026-11-19", revision: 7 };
    await RosterHour.put(makeHour(roster, [-300], more)).go();
    const last = await findLastHour(roster, NOON + 60);
    const written = await writeRound(last, { roster, row: rowAt(0), hasFew: true });
    expect(written).toMatchObject({ rows: [rowAt(0)], ...more, revision: 1 });
    expect(written?.since).toBeUndefined();
    const full = { roster, row: rowAt(300), hasFew: false, folded: "2026-11-20" };
    const again = await writeRound(await findLastHour(roster, NOON + 300), full);
    expect([again?.few_since, again?.folded]).toEqual([undefined, "2026-11-20"]);
  });

  test("ends a gap where it comes an interval and three minutes late, and those that ended eight days ago are forgotten", async () => {
    const day = 24 * 3600;
    const old = { from: NOON - 9 * day, to: NOON + 300 + 480 - 8 * day };
    const known = { from: NOON - 5 * day, to: NOON - 4 * day };
    const gapsAfter = async (late: number, gaps = [old, known]) => {
      const roster = makeRoster();
      await RosterHour.put(makeHour(roster, [300], { gaps })).go();
      const last = await findLastHour(roster, NOON + 300);
      return (await write(last, roster, rowAt(300 + late)))?.gaps;
    };
    expect(await gapsAfter(479)).toEqual([old, known]);
    expect(await gapsAfter(480)).toEqual([known]);
    expect(await gapsAfter(481)).toEqual([known, { from: NOON + 300, to: NOON + 781 }]);
    const many = Array.from({ length: 100 }, (_, index) => ({ ...known, to: known.to + index }));
    expect(await gapsAfter(481, many)).toEqual([
      ...many.slice(1),
      { from: NOON + 300, to: NOON + 781 },
    ]);
  });

  test("is not where one of its slot is there already, among those of others", async () => {
    const roster = makeRoster();
    await RosterHour.put(makeHour(roster, [300, 900])).go();
    expect(await write(undefined, roster, rowAt(930, 900))).toBeUndefined();
    const { data } = await RosterHour.get({ roster, hour: hourOf(NOON) }).go();
    expect(data?.rows).toHaveLength(2);
  });

  test("is tried five times where others write, each time on what they wrote", async () => {
    const roster = makeRoster();
    let [writes, others] = [0, 4];
    const consistent: unknown[] = [];
    const end = interceptRequests(async (command, input) => {
      if (command === "Query") consistent.push(input["ConsistentRead"]);
      const { roster: of, rows = [] } = (input["Item"] ?? {}) as Partial<RosterHourRecord>;
      if (command !== "Put" || of !== roster || !rows.some(({ looks }) => looks === "!")) return;
      writes += 1;
      if (writes > others) return;
      const times = Array.from({ length: writes }, (_, index) => index + 1);
      const hour = makeHour(roster, times, { revision: writes });
      await RosterHour.put({
        ...hour,
        rows: hour.rows.map((row) => ({ ...row, looks: "~" })),
      }).go();
    });
    onTestFinished(end);
    const written = await write(undefined, roster);
    expect([writes, written?.rows.length, written?.revision]).toEqual([5, 5, 5]);
    expect(consistent).toEqual([true, true, true, true]);

    await RosterHour.delete({ roster, hour: hourOf(NOON) }).go();
    [writes, others] = [0, 10];
    await expect(write(undefined, roster)).rejects.toThrow(
      new Overloaded("Others keep writing rounds of the same roster"),
    );
    expect(writes).toBe(5);
  });
});

test("a round whose hour somebody has forgotten meanwhile is written after what is left", async () => {
  const roster = makeRoster();
  await RosterHour.put(makeHour(roster, [-300], { since: NOON - 300 })).go();
  await RosterHour.put(makeHour(roster, [300, 600])).go();
  const last = await findLastHour(roster, NOON + 900);
  // As by a clock that was ahead.
  await RosterHour.delete({ roster, hour: hourOf(NOON) }).go();
  const row = { slot: NOON + 900, at: NOON + 900, looks: "!" };
  expect(await writeRound(last, { roster, row, hasFew: false })).toMatchObject({
    rows: [row],
    since: NOON - 300,
    gaps: [{ from: NOON - 300, to: NOON + 900 }],
  });
});

test("the rounds between two times are those of all hours, both times included, the oldest first", async () => {
  const roster = makeRoster();
  await RosterHour.put(makeHour(roster, [3600, 3900])).go();
  await RosterHour.put(makeHour(roster, [600, 300, 0])).go();
  await RosterHour.put(makeHour(roster, [-300])).go();
  const asked: string[] = [];
  const end = interceptRequests((command, input) => {
    if (command !== "Query") return;
    asked.push(JSON.stringify(input["ExpressionAttributeValues"]));
    Object.assign(input, { Limit: 1 });
  });
  onTestFinished(end);
  const between = async (from: number, to: number) => {
    const rows = await findRows(roster, { from: NOON + from, to: NOON + to });
    return rows.map(({ at }) => at - NOON);
  };
  expect(await between(-3600, 7200)).toEqual([-300, 0, 300, 600, 3600, 3900]);
  expect(await between(300, 3600)).toEqual([300, 600, 3600]);
  expect(await between(301, 3599)).toEqual([600]);
  asked.length = 0;
  expect(await between(3601, 7200)).toEqual([3900]);
  // Hours before are not read.
  expect(asked[0]).toContain("hour#2026-11-20T13");
});
