import {
  type AttributeValue,
  ConditionalCheckFailedException,
  GetItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { RateUse } from "../entities/rateUse.ts";
import { wireClient } from "../table/entity.ts";
import { addTo, QUICK_MS, sendOnce, toAttributes, within } from "../table/wire.ts";

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
