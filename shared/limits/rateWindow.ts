import {
  type AttributeValue,
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { RateUse } from "../entities/rateUse.ts";
import { wireClient } from "../table/entity.ts";
import { addTo, QUICK_MS, sendOnce, toAttributes, within } from "../table/wire.ts";

/** A limit counts the requests of so long. */
export const WINDOW_MS = 60_000;
/** Times of containers whose clock is right differ by no more, as when one of them was started for a request. */
const CLOCK_SKEW_MS = 5000;
/** Requests of so long may be booked for one time, the earliest, until they are so large a part of the limit. */
const SHARED_MS = 2000;
const SHARED_PART = 0.02;
/** A time that is further away, by a clock that may be wrong by minutes, counts for nobody. */
const FORGOTTEN_MS = 10 * WINDOW_MS;
/** As many as an update has room for: its expression may have 4 KB. */
export const MOST_LAPSED = 100;

const TICK_MS = 10;
const NAME_LENGTH = 5;
/** Names of times begin again after a week, when nothing of the last one is there any more. */
const TICKS = 36 ** NAME_LENGTH;

interface Use {
  /** By the clock of this container; undefined: it does not count. */
  at: number | undefined;
  amount: number;
  seenAt: number;
}

/**
 * What one container knows of a reseller's requests within the last minute. Each use keeps the place on
 * the container's own clock that it was given when the container first saw it: whose clock is wrong by
 * minutes does nobody harm.
 */
export class RateWindow {
  readonly #uses = new Map<string, Use>();
  #learnedAt = Number.NEGATIVE_INFINITY;
  /** How many requests were ever booked; undefined before anything is known. */
  total = 0;

  /** Takes in what is booked at this moment. */
  learn({ times, total }: Booked, now: number) {
    for (const name of this.#uses.keys()) if (!times.has(name)) this.#uses.delete(name);
    for (const [name, amount] of times) {
      const known = this.#uses.get(name);
      if (known) known.amount = amount;
      else this.#uses.set(name, { at: this.#placeOf(name, now), amount, seenAt: now });
    }
    this.total = total;
    this.#learnedAt = now;
  }

  /** How many requests the last minute had. */
  used(now: number): number {
    let sum = 0;
    for (const { at, amount } of this.#uses.values()) if (counts(at, now)) sum += amount;
    return sum;
  }

  /** Those of the last minute, the oldest first. */
  usesOf(now: number): { at: number; amount: number }[] {
    return [...this.#uses.values()]
      .flatMap(({ at, amount }) => (counts(at, now) ? [{ at, amount }] : []))
      .toSorted((a, b) => a.at - b.at);
  }

  /** The time that requests since then are booked for: never a later one, or they would count too long. */
  timeFor(since: number, now: number, limit: number): string {
    let latest: { name: string; at: number } | undefined;
    for (const [name, { at, amount }] of this.#uses) {
      if (at === undefined || at > since || since - at > SHARED_MS) continue;
      if (amount > limit * SHARED_PART || (latest && latest.at >= at)) continue;
      latest = { name, at };
    }
    if (latest) return latest.name;
    // A time that others come to as well, no further away than the requests lie apart.
    let grid = SHARED_MS;
    while (grid > now - since && grid > TICK_MS) grid /= 2;
    return nameOf(Math.floor(since / grid) * grid);
  }

  /** Times that count for nobody: seen for longer than a minute, or long past when a container came to be. */
  lapsed(now: number): string[] {
    const isOver = (name: string, { at, seenAt }: Use) =>
      !counts(at, now) && (now - seenAt >= WINDOW_MS || Math.abs(ageOf(name, now)) >= FORGOTTEN_MS);
    return [...this.#uses]
      .filter(([name, use]) => isOver(name, use))
      .map(([name]) => name)
      .slice(0, MOST_LAPSED);
  }

  #placeOf(name: string, now: number): number | undefined {
    const age = ageOf(name, now);
    if (age >= -CLOCK_SKEW_MS && age < 2 * WINDOW_MS) return Math.min(now, now - age);
    // By a clock that is wrong, here or there. It is new since this container looked the last time.
    return now - this.#learnedAt < WINDOW_MS ? this.#learnedAt : undefined;
  }
}

function counts(at: number | undefined, now: number): at is number {
  return at !== undefined && now - at < WINDOW_MS && at - now <= CLOCK_SKEW_MS;
}

/** The name of a time, a hundredth of a second: as short as an attribute's name should be. */
function nameOf(time: number): string {
  return (Math.floor(time / TICK_MS) % TICKS).toString(36).padStart(NAME_LENGTH, "0");
}

/** How long ago, in milliseconds; negative where it is still to come. */
function ageOf(name: string, now: number): number {
  const ticks = Math.floor(now / TICK_MS) - Number.parseInt(name, 36);
  const nearest = ((((ticks + TICKS / 2) % TICKS) + TICKS) % TICKS) - TICKS / 2;
  return nearest * TICK_MS + (now % TICK_MS);
}

/** GET and HEAD are reads, everything else is a write. */
export type RateKind = "reads" | "writes";

/** Whose requests of which kind are counted. */
export interface RatePlace {
  reseller_uuid: string;
  kind: RateKind;
}

/** What all containers have booked: how many requests at which times, and how many ever. */
export interface Booked {
  times: Map<string, number>;
  total: number;
}

interface Booking {
  /** The time that they count for, by its name. */
  time: string;
  amount: number;
  /** Times that nobody needs any more. */
  lapsed: readonly string[];
  /** Only where nobody has booked anything since the total was this. */
  expectedTotal?: number;
  /** Milliseconds, as Date.now(). */
  now: number;
}

/** Longer than any time counts, by whatever clock. */
const KEPT_SECONDS = 3600;
const TIME = /^[0-9a-z]{5}$/;

/**
 * Books requests, and tells what is booked now: one request, and one write unit. Where another total
 * was expected, `isDone` is false and nothing is booked. Throws when the table does not answer at once.
 */
export async function bookRequests(
  place: RatePlace,
  { time, amount, lapsed, expectedTotal, now }: Booking,
): Promise<Booked & { isDone: boolean }> {
  const expires_epoch = Math.floor(now / 1000) + KEPT_SECONDS;
  const update = addTo(
    RateUse,
    { ...place, expires_epoch },
    { [time]: BigInt(amount), booked: BigInt(amount) },
  );
  // An update can't do two things to one attribute.
  const others = lapsed.filter((name) => name !== time);
  const removed = Object.fromEntries(others.map((name) => [`#${name}`, name]));
  const command = new UpdateItemCommand({
    ...update,
    UpdateExpression: [update.UpdateExpression, Object.keys(removed).join(", ")]
      .filter(Boolean)
      .join(" REMOVE "),
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...removed },
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

/** Reads what is booked now. Throws when the table does not answer at once. */
export async function readBookings(place: RatePlace): Promise<Booked> {
  const { TableName, Key } = RateUse.get(place).params() as { TableName: string; Key: object };
  const command = new GetItemCommand({ TableName, Key: toAttributes(Key), ConsistentRead: true });
  const { Item } = await within(QUICK_MS, (abortSignal) =>
    wireClient.send(command, { abortSignal }),
  );
  return readBooked(Item);
}

/** What an item of `RateUse`, as it goes over the wire, says. */
function readBooked(item: Record<string, AttributeValue> = {}): Booked {
  const times = Object.entries(item)
    .filter(([name]) => TIME.test(name))
    .map(([name, { N }]) => [name, Number(N)] as const);
  return { times: new Map(times), total: Number(item["booked"]?.N ?? 0) };
}
