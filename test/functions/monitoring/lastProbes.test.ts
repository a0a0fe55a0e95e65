import { beforeEach, expect, test } from "vitest";
import { hourOf } from "../../../functions/monitoring/bucketHours.ts";
import { nameOf, placeInIndex } from "../../../functions/monitoring/buckets.ts";
import {
  characterOfDuration,
  classOfCharacter,
  durationOfClass,
} from "../../../functions/monitoring/durationClasses.ts";
import { findLastProbes, findNextProbe } from "../../../functions/monitoring/lastProbes.ts";
import { BucketHour, NOT_PROBED } from "../../../shared/entities/bucketHour.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const time = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));
const DAY = 86_400;

function makeCheck(more: Partial<CheckRecord<"uptime">>): CheckRecord<"uptime"> {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const known = { hostname: "example.com", shard: 3, due_at: time(120), memory: {} };
  return { ...key, ...known, kind: "uptime", results: [], ...more };
}

const result = (seconds: number) => ({ at: time(seconds), outcome: "http 500", duration: 7 });

beforeEach(() => ownSchedule());

const target = { minutes: 5, hostname: "example.com", url: "https://example.com" };

test("the last probes of a website without rounds are its own, the newest first", async () => {
  const results = [result(-60), result(-3600), result(-120)];
  const probes = await findLastProbes(makeCheck({ results }), NOON);
  expect(probes.map(({ at }) => at)).toEqual([time(-60), time(-120), time(-3600)]);
});

test("rounds of the last day are among them, in which the website was probed", async () => {
  const check = makeCheck({ target, results: [result(-450)] });
  const names = `aaaaaa${nameOf(check.uuid)}`;
  const good = characterOfDuration(250);
  const put = async (...found: [seconds: number, probes: string][]) => {
    const rows = found.map(([seconds, probes]) => {
      return { slot: NOON / 1000 + seconds, at: NOON / 1000 + seconds, probes };
    });
    const known = { revision: 1, gaps: [], folded: "", expires_epoch: 2_000_000_000 };
    const hour = hourOf(rows[0]?.at ?? 0);
    await BucketHour.put({ minutes: 5, depth: 0, number: 0, names, hour, rows, ...known }).go();
  };
  await put([-DAY - 1, `!${good}`]);
  await put([-DAY, `!${good}`], [-DAY + 1, `!${NOT_PROBED}!`]);
  await put([-600, "!"], [-300, `!${good}`]);
  await put([0, ` ${good}`], [1, ` ${good}`]);
  const duration = durationOfClass(classOfCharacter(good));
  const inRound = (seconds: number) => ({ at: time(seconds), outcome: "up", duration });
  expect(await findLastProbes(check, NOON + 999)).toEqual([
    ...[inRound(0), inRound(-300), result(-450), inRound(-DAY)],
  ]);
});

test("the next probe is the next round of its bucket, or when its own check is due", async () => {
  expect(await findNextProbe(makeCheck({ target }), NOON)).toBe(time(120));
  const check = makeCheck({ target });
  const inBucket = { ...check, ...placeInIndex(check.uuid, 5, check.due_at) };
  // The only bucket of an interval has its rounds at the full ones of it.
  expect(await findNextProbe(inBucket, NOON)).toBe(time(300));
  expect(await findNextProbe(inBucket, NOON - 1000)).toBe(time(0));
  expect(await findNextProbe(inBucket, NOON - 1)).toBe(time(0));
});
