import {
  type AttributeValue,
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { type RateKind, type RatePlace, RateUse } from "../entities/rateUse.ts";
import { wireClient } from "../table/entity.ts";
import { addTo, QUICK_MS, sendOnce, toAttributes, within } from "../table/wire.ts";

/** How long the item is kept: longer than any time or day counts, by any clock. */
const KEPT_SECONDS = 2 * 24 * 3600;

/** Names of times (`rateWindow.ts`). */
const TIME = /^[0-9a-z]{5}$/;

const DAY_MS = 86_400_000;

/** A minute in which containers are counted, or a day whose free weight or calls of the API are counted. */
export type Period = "minute" | "day" | "calls";
const PERIOD = /^(?:minute|day|calls)\d+$/;
const PERIOD_MS: Record<Period, number> = { minute: 60_000, day: DAY_MS, calls: DAY_MS };

/** The name of the period of this time, or of one some periods before. */
export function periodOf(period: Period, now: number, before = 0): string {
  return `${period}${Math.floor(now / PERIOD_MS[period]) - before}`;
}

/** What all containers have booked. */
export interface Booked {
  /** Weight by time. */
  times: Map<string, number>;
  /** Containers by minute, and free weight and calls by day: `periodOf` makes the names. */
  periods: Map<string, number>;
  /** All weight ever booked. */
  total: number;
}

/** What is booked at once. */
export interface Booking {
  /** The name of the time for which the weight counts. */
  time: string;
  amount: number;
  /** Weight that counts for the day only. */
  free?: number;
  /** Calls of the API, for the usage. */
  calls?: number;
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
  { time, amount, free = 0, calls = 0, isFirst, lapsed, expectedTotal, now }: Booking,
): Promise<Booked & { isDone: boolean }> {
  const expires_epoch = Math.floor(now / 1000) + KEPT_SECONDS;
  const amounts = {
    ...(amount !== 0 && { [time]: BigInt(amount) }),
    ...(free > 0 && { [periodOf("day", now)]: BigInt(free) }),
    ...(isFirst && { [periodOf("minute", now)]: 1n }),
    ...(calls > 0 && { [periodOf("calls", now)]: BigInt(calls) }),
    // Grows with refunds too, so that every booking changes the total.
    booked: BigInt(Math.abs(amount) + free),
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
    ExpressionAttributeValues: {
      ...update.ExpressionAttributeValues,
      ...(expectedTotal && { ":expected": { N: String(expectedTotal) } }),
    },
    ...(expectedTotal !== undefined && {
      ConditionExpression:
        expectedTotal === 0 ? "attribute_not_exists(#booked)" : "#booked = :expected",
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

/** The calls of the API that were booked on a day (`2026-01-31`), which is today or the day before. */
export async function readCallsOfDay(reseller_uuid: string, day: string): Promise<number> {
  const kinds: RateKind[] = ["reads", "writes"];
  const booked = await Promise.all(kinds.map((kind) => readBookings({ reseller_uuid, kind })));
  const name = periodOf("calls", Date.parse(day));
  return booked.reduce((sum, { periods }) => sum + (periods.get(name) ?? 0), 0);
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
