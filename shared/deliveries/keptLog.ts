import type { EntityItem } from "electrodb";
import type { DeliveryCounter } from "../entities/deliveryCounter.ts";
import { timestamp } from "../time.ts";

/** How long a delivery can be read and sent again. */
export const KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A stretch of a webhook's log of deliveries: `until` is the first sequence number after it. */
export interface Stretch {
  from: number;
  until: number;
}

type Counter = Pick<EntityItem<typeof DeliveryCounter>, "next_sequence" | "days">;

/**
 * What is kept of a log: the last 30 days in UTC, today among them. Without what DynamoDB has yet to
 * remove, and without what it may remove while somebody reads.
 */
export function keptStretch(counter: Counter | undefined, now: Date): Stretch {
  const firstDay = dayOf(new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS));
  return stretchSince(counter, (day) => day >= firstDay);
}

/** The kept deliveries of the day of `since` and of the days after it, in UTC. */
export function stretchFrom(
  counter: Counter | undefined,
  { since, now }: { since: Date; now: Date },
): Stretch {
  const kept = keptStretch(counter, now);
  const { from, until } = stretchSince(counter, (day) => day >= dayOf(since));
  return { from: Math.max(from, kept.from), until };
}

function stretchSince(
  { next_sequence: until = 0, days = {} }: Partial<Counter> = {},
  isWanted: (day: string) => boolean,
): Stretch {
  const beginnings = Object.entries(days).flatMap(([day, first]) => (isWanted(day) ? [first] : []));
  return { from: Math.min(until, ...beginnings), until };
}

function dayOf(date: Date): string {
  return timestamp(date).slice(0, "2026-01-31".length);
}
