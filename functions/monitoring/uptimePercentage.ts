import type { UptimeMemory } from "../../shared/entities/check.ts";
import { hourBegin, secondsIn } from "./secondsByHour.ts";
import { downOf, hasFailed, UPTIME_DAYS, unseenOf } from "./uptimeMemory.ts";

const WINDOW_SECONDS = UPTIME_DAYS * 24 * 3600;

interface Observed {
  observed_seconds: number;
  down_seconds: number;
}

/**
 * The percentage of the last 7 days, or of the time since the first check, that the website was up: by
 * time, not by checks, and without gaps or the time after the last check. The 7 days begin with a full
 * hour. After a single probe it is 100 or 0; undefined if there was no probe in this time.
 */
export function uptimePercentage(memory: UptimeMemory, now: number): number | undefined {
  const { first_checked_at, checked_at } = memory;
  const begin = hourBegin(now - WINDOW_SECONDS);
  const until = Math.min(checked_at ?? now, now);
  if (first_checked_at === undefined || until < begin) return undefined;
  const window = { from: begin, to: Number.POSITIVE_INFINITY };
  const seen = until - Math.max(first_checked_at, begin) - secondsIn(unseenOf(memory), window);
  if (seen <= 0) return hasFailed(memory) ? 0 : 100;
  return percentageOf({ observed_seconds: seen, down_seconds: secondsIn(downOf(memory), window) });
}

/** The percentage of days on which the website was up; null if nothing was observed. */
export function percentageOfDays(days: Observed[]): number | null {
  const sum = (name: keyof Observed) => days.reduce((total, day) => total + day[name], 0);
  const observed_seconds = sum("observed_seconds");
  return observed_seconds > 0
    ? percentageOf({ observed_seconds, down_seconds: sum("down_seconds") })
    : null;
}

/** Rounded down to two decimals, so that 100 means no failure. */
function percentageOf({ observed_seconds, down_seconds }: Observed): number {
  return Math.floor((1 - Math.min(1, down_seconds / observed_seconds)) * 10_000) / 100;
}
