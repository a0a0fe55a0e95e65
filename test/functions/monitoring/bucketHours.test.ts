import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  characterOf,
  findLastHour,
  findRounds,
  hourOf,
  readUptime,
  withRounds,
  writeRound,
} from "../../../functions/monitoring/bucketHours.ts";
import { type Bucket, placeInIndex } from "../../../functions/monitoring/buckets.ts";
import { BucketDepth } from "../../../shared/entities/bucketDepth.ts";
import { BucketHour, type BucketHourRecord } from "../../../shared/entities/bucketHour.ts";
import type { CheckRecord, UptimeMemory } from "../../../shared/entities/check.ts";
import { Overloaded } from "../../../shared/errors.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const WHOLE: Bucket = { minutes: 5, depth: 0, number: 0 };
const HALF: Bucket = { minutes: 5, depth: 1, number: 1 };
const DAY = 24 * 3600;

beforeEach(() => ownSchedule());

/** An hour of a bucket with rounds at these times, after noon. */
function makeHour(
  times: number[],
  { bucket = WHOLE, ...more }: Partial<BucketHourRecord> & { bucket?: Bucket } = {},
): BucketHourRecord {
  const rows = times.map((at) => ({ slot: NOON + at, at: NOON + at, probes: "!" }));
  const known = {
    revision: 1,
    gaps: [],
    folded: "",
    expires_epoch: 2_000_000_000,
    names: "aaaaaa",
  };
  return { ...known, ...bucket, hour: hourOf(NOON + (times[0] ?? 0)), rows, ...more };
}

/** A website that joined its bucket at noon. */
function makeCheck(more: Partial<CheckRecord<"uptime">> = {}): CheckRecord<"uptime"> {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const target = { minutes: 5, hostname: "example.com", url: "https://example.com" };
  const known = { hostname: "example.com", results: [], target, ...placeInIndex(key.uuid, 5, "") };
  const memory: UptimeMemory = { state: "up", downtimes: [], checked_at: NOON };
  return { ...key, ...known, kind: "uptime", memory, ...more };
}

describe("what is remembered of a website in a bucket", () => {
  const hour = makeHour([300, 600]);
  const seen = (last: BucketHourRecord | undefined, check = makeCheck()) => withRounds(check, last);
  const gapsOf = (more: Partial<BucketHourRecord>) => seen({ ...hour, ...more }).gaps;

  test("is that its last round has seen it", () => {
    const { memory } = makeCheck();
    expect(seen(hour)).toEqual({ ...memory, checked_at: NOON + 600 });
    // It joined after that.
    expect(seen(makeHour([-300]))).toEqual(memory);
  });

  test.each<[string, Partial<CheckRecord<"uptime">>, BucketHourRecord | undefined]>([
    ["that has a schedule of its own", { shard: 3 }, hour],
    ["whose bucket had no round yet", {}, undefined],
    ["whose bucket had none in this hour", {}, makeHour([])],
    ["that was never probed", { memory: { state: "up", downtimes: [] } }, hour],
  ])("is what its check says of one %s", (_, more, last) => {
    const check = makeCheck(more);
    expect(seen(last, check)).toEqual(check.memory);
  });

  test("are gaps between rounds since it joined, and those of its check", () => {
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
    const { gaps, unseen = {} } = seen({ ...hour, gaps: [between(600, 1200)] }, own);
    expect(gaps).toEqual([between(-9000, -6000), between(600, 1200)]);
    expect(Object.values(unseen).reduce((sum, each) => sum + each, 0)).toBe(3600);
  });

  test("is a gap before the first round that is remembered", () => {
    expect(gapsOf({ since: NOON + 600 })).toEqual([{ from: NOON, to: NOON + 600 }]);
    expect(gapsOf({ since: NOON + 480 })).toBeUndefined();
    expect(gapsOf({ since: NOON - 3600 })).toBeUndefined();
  });

  test("is read with the rounds, where it is in a bucket", async () => {
    await BucketHour.put(makeHour([300, 600])).go();
    await BucketHour.put(makeHour([3900])).go();
    const read = async (check: CheckRecord<"uptime">) =>
      (await readUptime(check, (NOON + 4000) * 1000)).checked_at;
    expect(await read(makeCheck())).toBe(NOON + 3900);
    expect(await read(makeCheck({ shard: 3 }))).toBe(NOON);
  });
});

describe("the rounds of a bucket that was divided", () => {
  const place = { minutes: 5, position: 0x90000000 };

  test("follow those of the whole one", async () => {
    await BucketDepth.put({ minutes: 5, since: [NOON - DAY, NOON] }).go();
    await BucketHour.put(makeHour([-600, -300], { folded: "2026-11-19" })).go();
    // Of a message that came late.
    await BucketHour.put(makeHour([30])).go();
    expect(await findLastHour(HALF, NOON)).toMatchObject({ depth: 0, rows: [{ at: NOON + 30 }] });
    await writeRound(await findLastHour(HALF, NOON), {
      ...{ bucket: HALF, slot: NOON + 200, at: NOON + 200 },
      probes: new Map([["bbbbbb", "~"]]),
    });
    expect(await findLastHour(HALF, NOON + 200)).toMatchObject({ depth: 1, names: "bbbbbb" });
    const rounds = await findRounds(place, { from: NOON - 600, to: NOON + 3600 });
    expect(rounds.map(({ at, names }) => [at - NOON, names])).toEqual([
      [-600, "aaaaaa"],
      [-300, "aaaaaa"],
      [30, "aaaaaa"],
      [200, "bbbbbb"],
    ]);
  });

  test("follow those of the whole one also before the division can be read", async () => {
    await BucketDepth.put({ minutes: 5, since: [NOON - DAY] }).go();
    await BucketHour.put(makeHour([-300])).go();
    expect(await findLastHour(HALF, NOON)).toMatchObject({ depth: 0, rows: [{ at: NOON - 300 }] });
  });

  test("are read alone once those of the whole one are over", async () => {
    await BucketDepth.put({ minutes: 5, since: [NOON - DAY, NOON] }).go();
    await BucketHour.put(makeHour([3600])).go();
    const found = async (from: number) =>
      (await findRounds(place, { from: NOON + from, to: NOON + 7200 })).length;
    expect([await found(3600), await found(3601)]).toEqual([1, 0]);
    const uptime = async (after: number) => {
      const check = makeCheck({ uuid: "01980000-0000-7000-8000-000090000000" });
      return (await readUptime(check, (NOON + after) * 1000)).checked_at;
    };
    const kept = 3 * DAY + 3600;
    expect([await uptime(kept), await uptime(kept + 1)]).toEqual([NOON + 3600, NOON]);
  });
});

test("a character is found by a whole name, but not if the website was not probed", () => {
  const round = { slot: 0, at: 0, names: "abcdefghabcdabcdab", probes: "!A~" };
  expect(characterOf(round, "abcdef")).toBe("!");
  expect(characterOf(round, "ghabcd")).toBe("A");
  expect(characterOf(round, "abcdab")).toBe("~");
  expect(characterOf(round, "cdefgh")).toBeUndefined();
  expect(characterOf({ ...round, probes: "! ~" }, "ghabcd")).toBeUndefined();
  expect(characterOf({ ...round, probes: "!" }, "abcdab")).toBeUndefined();
});

describe("a round that is written", () => {
  const roundAt = (at: number, probes: Record<string, string> = { aaaaaa: "~" }) => ({
    ...{ bucket: WHOLE, slot: NOON + at, at: NOON + at },
    probes: new Map(Object.entries(probes)),
  });
  const stored = async () => (await BucketHour.get({ ...WHOLE, hour: hourOf(NOON) }).go()).data;

  test("is the first of a bucket, or follows the others of its hour", async () => {
    expect(
      await writeRound(undefined, roundAt(900, { aaaaaa: "!", bbbbbb: " ", cccccc: "A" })),
    ).toBe(true);
    const first = { slot: NOON + 900, at: NOON + 900, probes: "! A" };
    const known = { ...WHOLE, hour: hourOf(NOON), gaps: [], folded: "", since: NOON + 900 };
    expect(await stored()).toEqual({
      ...{ ...known, names: "aaaaaabbbbbbcccccc", rows: [first], revision: 1 },
      expires_epoch: NOON + 900 + 3 * DAY,
    });
    const last = await findLastHour(WHOLE, NOON + 1200);
    await writeRound(last, {
      ...roundAt(1200, { dddddd: "B", cccccc: "C" }),
      folded: "2026-11-19",
    });
    expect(await stored()).toMatchObject({
      names: "aaaaaabbbbbbccccccdddddd",
      rows: [first, { at: NOON + 1200, probes: "  CB" }],
      ...{ revision: 2, folded: "2026-11-19", expires_epoch: NOON + 1200 + 3 * DAY },
    });
  });

  test("begins a new hour with its own names, and what is known of the bucket", async () => {
    const gaps = [{ from: NOON - 9000, to: NOON - 8000 }];
    const last = makeHour([-300], { gaps, folded: "2026-11-19", since: NOON - DAY });
    await writeRound(last, roundAt(0, { bbbbbb: "!" }));
    const known = { names: "bbbbbb", revision: 1, folded: "2026-11-19", since: NOON - DAY };
    expect(await stored()).toMatchObject({ ...known, gaps, rows: [{ at: NOON, probes: "!" }] });
  });

  test("ends a gap where it comes later than an interval and three minutes", async () => {
    const gap = async (at: number) => {
      await BucketHour.delete({ ...WHOLE, hour: hourOf(NOON) }).go();
      await writeRound(makeHour([-300]), roundAt(at));
      return (await stored())?.gaps;
    };
    expect(await gap(180)).toEqual([]);
    expect(await gap(181)).toEqual([{ from: NOON - 300, to: NOON + 181 }]);
  });

  test("keeps the last hundred gaps of eight days", async () => {
    const gapsAt = (...ends: number[]) => ends.map((to) => ({ from: to - 10, to }));
    const old = gapsAt(NOON - 8 * DAY, NOON - 8 * DAY + 1);
    await writeRound(makeHour([-300], { gaps: old }), roundAt(0));
    expect((await stored())?.gaps).toEqual(old.slice(1));
    await BucketHour.delete({ ...WHOLE, hour: hourOf(NOON) }).go();
    const many = gapsAt(...Array.from({ length: 101 }, (_, index) => NOON - 5000 + index));
    await writeRound(makeHour([-300], { gaps: many }), roundAt(0));
    expect((await stored())?.gaps).toEqual(many.slice(1));
  });

  test("is not written if its slot has one, and keeps those of other workers", async () => {
    expect(await writeRound(undefined, roundAt(300))).toBe(true);
    expect(await writeRound(undefined, roundAt(300))).toBe(false);
    expect(await writeRound(undefined, roundAt(0))).toBe(true);
    const known = await stored();
    expect(known?.rows.map(({ at }) => at - NOON)).toEqual([0, 300]);
    expect(await writeRound(known ?? undefined, roundAt(600))).toBe(true);
    // On what was there before.
    expect(await writeRound(known ?? undefined, roundAt(900))).toBe(true);
    expect((await stored())?.rows.map(({ at }) => at - NOON)).toEqual([0, 300, 600, 900]);
  });

  test("is tried five times where others write", async () => {
    let [writes, others] = [0, 4];
    const consistent: unknown[] = [];
    const end = interceptRequests(async (command, input) => {
      if (command === "Query") consistent.push(input["ConsistentRead"]);
      const { rows = [] } = (input["Item"] ?? {}) as Partial<BucketHourRecord>;
      if (command !== "Put" || !rows.some(({ probes }) => probes.includes("~"))) return;
      writes += 1;
      if (writes > others) return;
      const times = Array.from({ length: writes }, (_, index) => index + 1);
      await BucketHour.put(makeHour(times, { revision: writes })).go();
    });
    onTestFinished(end);
    expect(await writeRound(undefined, roundAt(900))).toBe(true);
    const data = await stored();
    expect([writes, data?.rows.length, data?.revision]).toEqual([5, 5, 5]);
    expect(consistent).toEqual([true, true, true, true]);
    await BucketHour.delete({ ...WHOLE, hour: hourOf(NOON) }).go();
    [writes, others] = [0, 10];
    await expect(writeRound(undefined, roundAt(900))).rejects.toThrow(
      new Overloaded("Other workers keep writing rounds of this bucket"),
    );
    expect(writes).toBe(5);
  });
});
