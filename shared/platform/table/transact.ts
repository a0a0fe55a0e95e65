import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { createWriteTransaction } from "electrodb";
import { isUnavailable } from "../awsClient.ts";
import { Overloaded, TooBusy } from "../errors.ts";
import { systemClock } from "../time.ts";
import { hasTimeLeft } from "./deadline.ts";
import { tableConfiguration } from "./entity.ts";

/** How often a write is tried, at most. The 19 pauses add up to 8.5 seconds on average. */
const MOST_TRIES = 20;
/** How often a transaction is sent without any answer; the SDK makes several tries of each. */
const MOST_UNANSWERED = 5;
/** On average, the first pause outlasts a transaction. */
const FIRST_PAUSE_MS = 160;
const LONGEST_PAUSE_MS = 1000;

/** Waits until the next try, after the `attempt`th from 0; throws `refusal` if that was the last. */
async function pauseBetween(attempt: number, refusal: unknown) {
  if (attempt + 1 >= MOST_TRIES || !hasTimeLeft()) throw refusal;
  await pause(attempt);
}

/** Exponential backoff with full jitter, so that writers that collided don't collide again. */
export async function pause(attempt: number) {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  await systemClock.sleep(Math.random() * longest);
}

/**
 * Sends a transaction until it is done (true), or refused because a condition fails (false). DynamoDB does
 * a transaction once per token, so sending it again shows the outcome of an attempt whose answer was lost. Throws
 * TooBusy if conflicts with other transactions don't end, and Overloaded if the table is throttled or no time is left.
 */
async function untilDecided(TransactItems: TransactItem[]): Promise<boolean> {
  const ClientRequestToken = randomUUID();
  let unanswered = 0;
  if (!hasTimeLeft()) throw new Overloaded("The request has taken too long to begin a transaction");
  for (let attempt = 0; ; attempt += 1) {
    try {
      await tableConfiguration.client.send(
        new TransactWriteCommand({ TransactItems, ClientRequestToken }),
      );
      return true;
    } catch (error) {
      const codes = codesOf(error);
      if (codes?.includes("ConditionalCheckFailed")) return false;
      if (!codes) unanswered += 1;
      if (!codes && (unanswered === MOST_UNANSWERED || !isUnavailable(error))) throw error;
      await pauseBetween(attempt, codes ? refusedFor(codes) : error);
    }
  }
}

/** Why DynamoDB cancelled each write of a transaction; undefined for any other error. */
function codesOf(error: unknown): string[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return (error.CancellationReasons ?? []).map(({ Code = "None" }) => Code);
}

/** DynamoDB's codes for throttling. */
const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/**
 * The error of a cancelled transaction whose retries fail as well: a conflict is due to the caller's own requests (429), a
 * throttled table is not (503). Throws if a retry can't help, because the transaction itself is wrong.
 */
function refusedFor(codes: string[]): Error {
  if (codes.some((code) => THROTTLED.includes(code))) {
    return new Overloaded("The table is throttled");
  }
  if (codes.includes("TransactionConflict")) {
    return new TooBusy("Too many transactions on the same records");
  }
  throw new Error(`DynamoDB does not take a transaction: ${codes.join(", ")}`);
}

/** Any ElectroDB entity of the table. */
export type AnyEntity = Parameters<typeof createWriteTransaction>[0][string];

/** One write of a transaction: an operation of an ElectroDB entity, such as `Plan.create(record)`. */
export interface Write {
  params<Input>(): Input;
  isCheck?: true;
}

/**
 * What a deletion requires, without the deletion: `checkOnly(Website.remove(key))` requires the website to exist,
 * `checkOnly(Website.delete(key).where(…))` only its condition.
 */
export function checkOnly(deletion: Write): Write {
  return { params: <Input>() => deletion.params<Input>(), isCheck: true };
}

/** The condition of a write failed: the record has changed since it was read. */
export class ConditionFailed extends Error {}

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

function itemOf(write: Write): TransactItem {
  const input = write.params<object>();
  if ("Item" in input) return { Put: input } as TransactItem;
  if ("UpdateExpression" in input) return { Update: input } as TransactItem;
  return { [write.isCheck ? "ConditionCheck" : "Delete"]: input };
}

/**
 * Does all writes and returns true, or none and returns false if a condition fails. A lost answer makes no
 * difference. Throws TooBusy if conflicts with other transactions don't end.
 */
export async function transactIfTrue(...writes: Write[]): Promise<boolean> {
  return await untilDecided(writes.map(itemOf));
}

/** Like `transactIfTrue`, for use in `retryOnConflict`: throws ConditionFailed to start over. */
export async function transact(...writes: Write[]) {
  if (!(await transactIfTrue(...writes))) throw new ConditionFailed("What was read has changed");
}

/**
 * Does a single conditional write and returns its result, or undefined if its condition fails. Retries
 * after a conflict with a transaction; throws TooBusy if the conflicts don't end.
 */
export async function writeIfTrue<Result>(
  operation: () => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await operation();
    } catch (error) {
      const name = causeName(error);
      if (name === "ConditionalCheckFailedException") return undefined;
      if (name !== "TransactionConflictException") throw error;
      await pauseBetween(attempt, new TooBusy("Too many transactions on the same record"));
    }
  }
}

/** A record that counts sequence numbers. */
interface Counting {
  entity: AnyEntity;
  key: object;
}

/**
 * Takes `count` sequence numbers from a counter of a record, in one write. Returns the record and the first of them;
 * undefined if the record does not exist. A number that the caller does not use is never used.
 */
export async function takeSequences(
  { entity, key }: Counting,
  counter: string,
  count = 1,
): Promise<{ record: Record<string, unknown>; first: number } | undefined> {
  const counted = await writeIfTrue(() =>
    entity
      .patch(key)
      .add({ [counter]: count })
      .go({ response: "all_new" }),
  );
  if (!counted) return undefined;
  const record = counted.data as Record<string, unknown>;
  return { record, first: Number(record[counter]) - count };
}

/** Runs a read and a write, and starts over with the read if the write throws ConditionFailed. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const tooBusy = new TooBusy("The records keep changing");
      // The time was spent on earlier attempts.
      if (attempt > 0 && error instanceof Overloaded && !hasTimeLeft()) throw tooBusy;
      if (!(error instanceof ConditionFailed)) throw error;
      await pauseBetween(attempt, tooBusy);
    }
  }
}

/** ElectroDB wraps what the AWS SDK throws. */
function causeName(error: unknown): string | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause.name : undefined;
}
