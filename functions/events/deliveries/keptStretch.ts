import type { DeliveryCounterRecord } from "../../../shared/entities/deliveryCounter.ts";
import { timestamp } from "../../../shared/time.ts";
import { KEPT_DAYS } from "./deliveryPlaces.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A stretch of a webhook's log, from sequence number `from` to the one before `until`. */
export interface Stretch {
  from: number;
  until: number;
}

type Counter = Pick<DeliveryCounterRecord, "next_sequence" | "days">;

/**
 * The part of a log that can be read: the last 30 days in UTC, including today. Older deliveries are left
 * out, since DynamoDB may remove them at any time.
 */
export function keptStretch(counter: Counter | undefined, now: Date): Stretch {
  const firstDay = dayOf(new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS));
  return stretchSince(counter, (day) => day >= firstDay);
}

/** The part of a log that can be read, from the day of `since` on (UTC). */
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
