import {
  type AttributeValue,
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { type RatePlace, RateUse } from "../entities/rateUse.ts";
import { wireClient } from "../table/entity.ts";
import { addTo, QUICK_MS, sendOnce, toAttributes, within } from "../table/wire.ts";

/** A limit counts the requests of this period. */
export const WINDOW_MS = 60_000;
/** Largest difference between two correct clocks. */
const CLOCK_SKEW_MS = 5000;
/** Requests of this period are booked for its earliest time, up to this part of the limit. */
const SHARED_MS = 2000;
const SHARED_PART = 0.02;
/** A time this far away counts for no container, even if a clock is wrong by minutes. */
const FORGOTTEN_MS = 10 * WINDOW_MS;
/** How many times one update can remove: its expression is limited to 4 KB. */
export const MOST_LAPSED = 100;
/** How long the item is kept: longer than any time or day counts, by any clock. */
const KEPT_SECONDS = 2 * 24 * 3600;

/** What all containers have booked. */
interface Booked {
  /** Weight by time. */
  times: Map<string, number>;
  /** Containers by minute, and free weight by day: `periodOf` makes the names. */
  periods: Map<string, number>;
  /** All weight ever booked. */
  total: number;
}

/** Times are hundredths of a second with names of five characters, so that the item fits into a kilobyte. */
const TICK_MS = 10;
const NAME_LENGTH = 5;
const TIME = /^[0-9a-z]{5}$/;

/** A minute in which containers are counted, or a day whose free weight is counted. */
type Period = "minute" | "day";
const PERIOD = /^(?:minute|day)\d+$/;
const PERIOD_MS: Record<Period, number> = { minute: 60_000, day: 86_400_000 };

/** The name of the period of this time, or of one some periods before. */
export function periodOf(period: Period, now: number, before = 0): string {
  return `${period}${Math.floor(now / PERIOD_MS[period]) - before}`;
}

/** Names repeat after a week; the item is gone by then. */
const NAMES_MS = 36 ** NAME_LENGTH * TICK_MS;

function nameOf(time: number): string {
  return Math.floor((time % NAMES_MS) / TICK_MS)
    .toString(36)
    .padStart(NAME_LENGTH, "0");
}

/** The age of a time in milliseconds; negative if it is in the future. */
function ageOf(name: string, now: number): number {
  const age = now - Number.parseInt(name, 36) * TICK_MS;
  return ((age + NAMES_MS / 2) % NAMES_MS) - NAMES_MS / 2;
}

interface Use {
  /** The time by this container's clock; undefined: the use does not count. */
  at: number | undefined;
  amount: number;
  seenAt: number;
}

/**
 * A reseller's requests of the last minute, as far as one container knows them. The container places
 * each new time on its own clock, so that a container whose clock is wrong by minutes does not disturb
 * the others.
 */
export class RateWindow {
  readonly #uses = new Map<string, Use>();
  #learnedAt = Number.NEGATIVE_INFINITY;
  #periods: ReadonlyMap<string, number> = new Map();
  /** All weight ever booked. */
  total = 0;

  /** Replaces what this container knows with what is booked now. */
  learn({ times, periods, total }: Booked, now: number) {
    for (const name of this.#uses.keys()) if (!times.has(name)) this.#uses.delete(name);
    for (const [name, amount] of times) {
      const known = this.#uses.get(name);
      if (known) known.amount = amount;
      else this.#uses.set(name, { at: this.#placeOf(name, now), amount, seenAt: now });
    }
    this.total = total;
    this.#periods = periods;
    this.#learnedAt = now;
  }

  /** How many containers book: those of this minute, or of the one before if they were more. */
  containers(now: number): number {
    return Math.max(this.#inPeriod("minute", now), this.#inPeriod("minute", now, 1));
  }

  /** The weight of today that did not count in its minute. */
  freeWeight(now: number): number {
    return this.#inPeriod("day", now);
  }

  #inPeriod(period: Period, now: number, before = 0): number {
    return this.#periods.get(periodOf(period, now, before)) ?? 0;
  }

  /** How many requests count now. */
  used(now: number): number {
    return this.usesOf(now).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The requests that count now, oldest first. */
  usesOf(now: number): { at: number; amount: number }[] {
    return [...this.#uses.values()]
      .flatMap(({ at, amount }) => (counts(at, now) ? [{ at, amount }] : []))
      .toSorted((a, b) => a.at - b.at);
  }

  /** The time for which requests since `since` are booked. A later time would count them too long. */
  timeFor(since: number, now: number, limit: number): string {
    let latest: { name: string; at: number } | undefined;
    for (const [name, { at, amount }] of this.#uses) {
      if (at === undefined || at > since || since - at > SHARED_MS) continue;
      if (amount > limit * SHARED_PART || (latest && latest.at >= at)) continue;
      latest = { name, at };
    }
    if (latest) return latest.name;
    // A grid makes other containers choose the same time. It is as fine as requests are frequent.
    let grid = SHARED_MS;
    while (grid > now - since && grid > TICK_MS) grid /= 2;
    return nameOf(Math.floor(since / grid) * grid);
  }

  /** Names that no container counts any more: times seen for a minute, or long past when first seen, and old periods. */
  lapsed(now: number): string[] {
    const isOver = (name: string, { at, seenAt }: Use) =>
      !counts(at, now) && (now - seenAt >= WINDOW_MS || Math.abs(ageOf(name, now)) >= FORGOTTEN_MS);
    const kept = ["minute", "day"].flatMap((period) =>
      [-1, 0, 1].map((before) => periodOf(period as Period, now, before)),
    );
    return [...this.#uses]
      .filter(([name, use]) => isOver(name, use))
      .map(([name]) => name)
      .concat([...this.#periods.keys()].filter((name) => !kept.includes(name)))
      .slice(0, MOST_LAPSED);
  }

  #placeOf(name: string, now: number): number | undefined {
    const age = ageOf(name, now);
    if (age >= -CLOCK_SKEW_MS && age < 2 * WINDOW_MS) return Math.min(now, now - age);
    // One of the two clocks is wrong. The time was booked after this container last learned.
    return now - this.#learnedAt < WINDOW_MS ? this.#learnedAt : undefined;
  }
}

function counts(at: number | undefined, now: number): at is number {
  return at !== undefined && now - at < WINDOW_MS && at - now <= CLOCK_SKEW_MS;
}

interface Booking {
  /** The name of the time for which the weight counts. */
  time: string;
  amount: number;
  /** Weight that counts for the day only. */
  free?: number;
  /** Whether this container has not booked in this minute before. */
  isFirst?: boolean;
  /** Names to remove. */
  lapsed: readonly string[];
  /** Book only if the total is still this. */
  expectedTotal?: number;
  /** Milliseconds, as Date.now(). */
  now: number;
}

/**
 * Books requests and returns everything that is booked then, with one request and one write unit. If
 * the total is not the expected one, nothing is booked and `isDone` is false. Throws if the table does
 * not answer quickly.
 */
export async function bookRequests(
  place: RatePlace,
  { time, amount, free = 0, isFirst, lapsed, expectedTotal, now }: Booking,
): Promise<Booked & { isDone: boolean }> {
  const expires_epoch = Math.floor(now / 1000) + KEPT_SECONDS;
  const amounts = {
    ...(amount !== 0 && { [time]: BigInt(amount) }),
    ...(free > 0 && { [periodOf("day", now)]: BigInt(free) }),
    ...(isFirst && { [periodOf("minute", now)]: 1n }),
    booked: BigInt(amount + free),
  };
  const update = addTo(RateUse, { ...place, expires_epoch }, amounts);
  // An update can't both add to an attribute and remove it.
  const removed = lapsed
    .filter((name) => !Object.hasOwn(amounts, name))
    .map((name) => [`#${name}`, name]);
  const remove = removed.length > 0 ? ` REMOVE ${removed.map(([name]) => name).join(", ")}` : "";
  const command = new UpdateItemCommand({
    ...update,
    UpdateExpression: `${update.UpdateExpression}${remove}`,
    ExpressionAttributeNames: {
      ...update.ExpressionAttributeNames,
      ...Object.fromEntries(removed),
    },
    ...(expectedTotal !== undefined && {
      ConditionExpression:
        expectedTotal === 0 ? "attribute_not_exists(#booked)" : "#booked = :expected",
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ...(expectedTotal > 0 && { ":expected": { N: String(expectedTotal) } }),
      },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    }),
    ReturnValues: "ALL_NEW",
  });
  try {
    const { Attributes } = await sendOnce(command);
    return { isDone: true, ...readBooked(Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isDone: false, ...readBooked(error.Item) };
  }
}

/** Reads what is booked now. Throws if the table does not answer quickly. */
export async function readBookings(place: RatePlace): Promise<Booked> {
  const { TableName, Key } = RateUse.get(place).params() as { TableName: string; Key: object };
  const command = new GetItemCommand({ TableName, Key: toAttributes(Key), ConsistentRead: true });
  const { Item } = await within(QUICK_MS, (abortSignal) =>
    wireClient.send(command, { abortSignal }),
  );
  return readBooked(Item);
}

function readBooked(item: Record<string, AttributeValue> = {}): Booked {
  const named = (pattern: RegExp) =>
    new Map(
      Object.entries(item).flatMap(([name, { N }]) =>
        pattern.test(name) ? [[name, Number(N)]] : [],
      ),
    );
  const total = Number(item["booked"]?.N ?? 0);
  return { times: named(TIME), periods: named(PERIOD), total };
}
