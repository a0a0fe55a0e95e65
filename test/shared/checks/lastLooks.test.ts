import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { findLastLooks, nextLook } from "../../../shared/checks/lastLooks.ts";
import { answered, durationOf, NOT_LOOKED, readBucket } from "../../../shared/checks/looks.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { RosterHour } from "../../../shared/entities/rosterHour.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const time = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));
const DAY = 86_400;

/** The place is the second one of its roster. */
function makeCheck(more: Partial<CheckRecord<"uptime">>): CheckRecord<"uptime"> {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const known = { hostname: "example.com", shard: 3, due_at: time(120), memory: {} };
  return { ...key, ...known, kind: "uptime", results: [], ...more };
}

const result = (seconds: number) => ({ at: time(seconds), outcome: "http 500", duration: 7 });

test("of a website that is in no roster the last looks are its own, the newest first", async () => {
  const results = [result(-60), result(-3600), result(-120)];
  const looks = await findLastLooks(makeCheck({ results }), NOON);
  expect(looks.map(({ at }) => at)).toEqual([time(-60), time(-120), time(-3600)]);
});

test("rounds of the last day are among them, in which somebody looked at the website", async () => {
  const roster = 5_000_000 + randomInt(1000, 1_000_000);
  const seat = { roster, place: 1, hostname: "example.com", url: "https://example.com" };
  const row = (seconds: number, looks: string) => {
    return { slot: NOON / 1000 + seconds, at: NOON / 1000 + seconds, looks };
  };
  const good = answered(250);
  const rows = {
    "2026-11-19T11": [row(-DAY - 1, `!${good}`)],
    "2026-11-19T12": [row(-DAY, `!${good}`), row(-DAY + 1, `!${NOT_LOOKED}!`)],
    "2026-11-20T11": [row(-600, "!"), row(-300, `!${good}`)],
    "2026-11-20T12": [row(0, ` ${good}`), row(1, ` ${good}`)],
  };
  for (const [hour, found] of Object.entries(rows)) {
    const known = { revision: 1, gaps: [], folded: "", expires_epoch: 2_000_000_000 };
    await RosterHour.put({ roster, hour, slot: 0, rows: found, ...known }).go();
  }
  const looks = await findLastLooks(makeCheck({ seat, results: [result(-450)] }), NOON);
  const duration = durationOf(readBucket(good) ?? 0);
  const inRound = (seconds: number) => ({ at: time(seconds), outcome: "up", duration });
  expect(looks).toEqual([inRound(0), inRound(-300), result(-450), inRound(-DAY)]);
});

test("the next look is its roster's next round, or when it is due by itself", () => {
  const roster = 5_000_000;
  const seat = { roster, place: 1, hostname: "example.com", url: "https://example.com" };
  expect(nextLook(makeCheck({ seat }), NOON)).toBe(time(120));
  // The first roster of an interval has its rounds at the full ones of it.
  expect(nextLook(makeCheck({ seat, shard: roster }), NOON)).toBe(time(300));
  expect(nextLook(makeCheck({ seat, shard: roster }), NOON - 1000)).toBe(time(0));
});
