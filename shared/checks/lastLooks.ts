import type { CheckRecord, CheckResult } from "../entities/check.ts";
import { timestamp } from "../time.ts";
import { durationOf, readBucket } from "./looks.ts";
import { findRows } from "./rosterHours.ts";
import { isSeated, lastSlot, minutesOfRoster } from "./rosters.ts";

const DAY_SECONDS = 24 * 3600;

/**
 * What the probes of a website found within 24 hours, newest first: those of its roster's rounds,
 * whose durations are rounded to 11 %, and the last ones of its own.
 */
export async function findLastLooks(
  { seat, results }: CheckRecord<"uptime">,
  now = Date.now(),
): Promise<CheckResult[]> {
  const to = Math.floor(now / 1000);
  const rows = seat ? await findRows(seat.roster, { from: to - DAY_SECONDS, to }) : [];
  const inRounds = rows.flatMap(({ at, looks }) => {
    const bucket = readBucket(looks[seat?.place ?? 0]);
    if (bucket === undefined) return [];
    return { at: timestamp(new Date(at * 1000)), outcome: "up", duration: durationOf(bucket) };
  });
  return [...results, ...inRounds].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** When a website is looked at next, by itself or with its roster. */
export function nextLook(check: CheckRecord<"uptime">, now = Date.now()): string {
  if (!isSeated(check)) return check.due_at;
  const { roster } = check.seat;
  const until = Math.floor(now / 1000) + minutesOfRoster(roster) * 60;
  return timestamp(new Date(lastSlot(roster, until) * 1000));
}
