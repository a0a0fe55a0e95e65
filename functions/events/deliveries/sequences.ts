import type { EntityItem } from "electrodb";
import { v7 } from "uuid";
import { DeliveryCounter } from "../../../shared/entities/deliveryCounter.ts";
import { takeSequences, writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";

/** Days that the counter remembers: more than a log is kept for. */
const REMEMBERED_DAYS = 32;

/**
 * Takes `count` sequence numbers of a webhook's log and returns the first. The first number of each
 * day is remembered, so that the log of the last days can be found.
 */
export async function takeLogSequences(
  webhook: { reseller_uuid: string; webhook_uuid: string },
  count: number,
  now: Date,
): Promise<number> {
  const counter = { entity: DeliveryCounter, key: webhook, creates: true } as const;
  const taken = await takeSequences(counter, ["next_sequence"], count);
  if (!taken) throw new Error("A counter that is created with its first number was not found");
  const first = taken.first.next_sequence;
  const days = taken.record["days"] as Counter["days"];
  const today = now.toISOString().slice(0, 10);
  const known = days?.[today];
  if (known === undefined || first < known) {
    await rememberDay(webhook, { ...days, [today]: first }, { today, first });
  }
  return first;
}

/** When two workers begin a day at once, the lower number is the day's first. */
async function rememberDay(
  webhook: { reseller_uuid: string; webhook_uuid: string },
  days: Record<string, number>,
  { today, first }: { today: string; first: number },
) {
  const kept = Object.entries(days).toSorted(([one], [other]) => (one < other ? -1 : 1));
  await writeIfTrue(() =>
    DeliveryCounter.patch(webhook)
      .set({ days: Object.fromEntries(kept.slice(-REMEMBERED_DAYS)) })
      .where(
        ({ days }, { notExists, gt }) =>
          `(${notExists(days[today] ?? 0)} OR ${gt(days[today] ?? 0, first)})`,
      )
      .go(),
  );
}

/**
 * The uuid of a delivery, which contains the sequence number, so that the uuid is enough to find the
 * delivery: UUID version 7 with a counter of 32 bits (RFC 9562, 6.2, method 1).
 */
export function newDeliveryUuid({ at, sequence }: { at: Date; sequence: number }): string {
  return v7({ msecs: at.getTime(), seq: sequence });
}

/** The sequence number in the uuid of a delivery; meaningless for any other uuid. */
export function sequenceOf(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const byte = (index: number) => bytes[index] ?? 0;
  const high = ((byte(6) & 0x0f) << 28) | (byte(7) << 20) | ((byte(8) & 0x3f) << 14);
  return (high | (byte(9) << 6) | (byte(10) >>> 2)) >>> 0;
}

/** Days for which a delivery can be read and sent again. */
export const KEPT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A stretch of a webhook's log, from sequence number `from` to the one before `until`. */
export interface Stretch {
  from: number;
  until: number;
}

type Counter = Pick<EntityItem<typeof DeliveryCounter>, "next_sequence" | "days">;

/**
 * The part of a log that can be read: the last 30 days in UTC, including today. Older deliveries are left
 * out, since DynamoDB may remove them at any time.
 */
export function keptStretch(counter: Counter | undefined, now: Date): Stretch {
  const firstDay = dayOf(new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS));
  return stretchSince(counter, (day) => day >= firstDay);
}

/** The kept deliveries from the day of `since` on, in UTC. */
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
