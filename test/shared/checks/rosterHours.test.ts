import { randomInt } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  findLastHour,
  findRows,
  hourOf,
  readUptime,
  withRounds,
  writeRound,
} from "../../../shared/checks/rosterHours.ts";
import type { CheckRecord, UptimeMemory } from "../../../shared/entities/check.ts";
import { RosterHour, type RosterHourRecord } from "../../../shared/entities/rosterHour.ts";
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
