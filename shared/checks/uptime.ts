import type { CheckRecord, UptimeMemory } from "../entities/check.ts";

/** What the uptime check of a website that is new, or has moved, remembers. */
export const NEW_UPTIME_MEMORY: UptimeMemory = { state: "up", downtimes: [] };

/** What an uptime check remembers, as it was written with the check. */
export function readUptimeMemory({ memory }: Pick<CheckRecord<"uptime">, "memory">): UptimeMemory {
  return { ...NEW_UPTIME_MEMORY, ...memory };
}

export const UPTIME_DAYS = 7;

const WINDOW_SECONDS = UPTIME_DAYS * 24 * 3600;

/**
 * The percentage of the last 7 days, or of the time since the first check, that the website was
 * up: by time, not by checks, and rounded down to two decimals, so that 100 means no downtime.
 */
export function uptimePercentage(
  { first_checked_at, downtimes }: UptimeMemory,
  now: number,
): number {
  const from = Math.max(first_checked_at ?? now, now - WINDOW_SECONDS);
  if (from >= now) return downtimes.some(({ to }) => to === undefined) ? 0 : 100;
  const down = downtimes.reduce(
    (sum, downtime) => sum + Math.max(0, (downtime.to ?? now) - Math.max(downtime.from, from)),
    0,
  );
  return Math.floor((1 - Math.min(1, down / (now - from))) * 10_000) / 100;
}
