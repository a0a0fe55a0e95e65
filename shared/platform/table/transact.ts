import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import {
  type CommittedTransactionResult,
  createWriteTransaction,
  type TransactWriteEntities,
  type TransactWriteItem,
} from "electrodb";
import { isUnavailable } from "../awsClient.ts";
import { Overloaded, TooBusy } from "../errors.ts";
import { systemClock } from "../time.ts";
import { hasTimeLeft } from "./deadline.ts";
import { tableConfiguration } from "./entity.ts";

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;

/** How often something is tried at most, and the longest first pause. */
interface Tries {
  most: number;
  firstPauseMs: number;
}

/**
 * For a write that conflicts with a transaction. On average, the first pause outlasts a transaction, and all
 * 19 add up to 8.5 seconds.
 */
const AFTER_CONFLICT: Tries = { most: 20, firstPauseMs: 160 };
/** For a write based on a read that has become outdated. */
const AFTER_CHANGE: Tries = { most: 12, firstPauseMs: FIRST_PAUSE_MS };

/** Waits until the next try, after the `attempt`th from 0; throws `refusal` if that was the last. */
async function pauseBetween(tries: Tries, attempt: number, refusal: Error) {
  if (attempt + 1 >= tries.most || !hasTimeLeft()) throw refusal;
  await pause(attempt, tries.firstPauseMs);
}

/** Exponential backoff with full jitter, so that writers that collided don't collide again. */
export async function pause(attempt: number, firstPauseMs = FIRST_PAUSE_MS) {
  await systemClock.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** attempt));
}

/** For a transaction that gets no answer; the SDK makes several tries of each. */
const UNANSWERED = { ...AFTER_CONFLICT, most: 5 };

/**
 * Sends a transaction until it is done (true), or refused because a condition fails (false). DynamoDB does
 * a transaction once per token, so sending the same token again shows the outcome of an attempt whose answer
 * was lost. Throws TooBusy if conflicts with other transactions don't end, and Overloaded if the table is
 * throttled or no time is left.
 */
async function untilDecided(
  send: (ClientRequestToken: string) => Promise<unknown>,
): Promise<boolean> {
  let token = randomUUID();
  let unanswered = 0;
  if (!hasTimeLeft()) throw new Overloaded("The request has taken too long to begin a transaction");
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send(token);
      return true;
    } catch (error) {
      const codes = codesOf(error);
      if (codes?.includes("ConditionalCheckFailed")) return false;
      if (codes) {
        assertPassing(codes);
        if (unanswered === 0 && isFirstAnswer(error)) token = randomUUID();
        await pauseBetween(AFTER_CONFLICT, attempt, refusedFor(codes));
      } else {
        if (!isUnavailable(error)) throw error;
        await pauseBetween(UNANSWERED, unanswered, error as Error);
        unanswered += 1;
      }
    }
  }
}

/** Why DynamoDB cancelled each write of a transaction. */
type Codes = (string | undefined)[];

/** The codes of a cancelled transaction; undefined for any other error. */
function codesOf(error: unknown): Codes | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return (error.CancellationReasons ?? []).map(({ Code }) => Code);
}

/** Whether this answers the SDK's first try: then no other try can have been done. */
function isFirstAnswer(error: unknown): boolean {
  const { attempts = 1 } = (error as TransactionCanceledException).$metadata;
  return attempts === 1;
}

/** DynamoDB's codes for throttling. */
const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** The codes after which a retry may succeed; `None` is the code of the other writes. */
const PASSING = ["None", "TransactionConflict", ...THROTTLED];

/** Throws when a retry can't help: the transaction itself is wrong. */
function assertPassing(codes: Codes) {
  const lasting = codes.find((code) => code !== undefined && !PASSING.includes(code));
  if (lasting) throw new Error(`DynamoDB does not take a transaction: ${lasting}`);
}

/** A conflict is due to the caller's own requests (429), a throttled table is not (503). */
function refusedFor(codes: Codes): Error {
  const isThrottled = codes.some((code) => code !== undefined && THROTTLED.includes(code));
  if (isThrottled) return new Overloaded("The table is throttled");
  return new TooBusy("Too many transactions on the same records");
}

/** Any ElectroDB entity of the table. */
export type AnyEntity = Parameters<typeof createWriteTransaction>[0][string];

type Committed = CommittedTransactionResult<unknown, TransactWriteItem>;
type Writer<E extends AnyEntity> = TransactWriteEntities<{ entity: E }>["entity"];

/** One write of a transaction. */
export interface Write {
  entity: AnyEntity;
  commit(entity: Writer<AnyEntity>): Committed;
}

/** The condition of a write failed: the record has changed since it was read. */
export class ConditionFailed extends Error {}

/**
 * A write of a record of the entity, for a transaction:
 * `write(Plan, (plan) => plan.create(record).commit())`.
 */
export function write<E extends AnyEntity>(
  entity: E,
  commit: (entity: Writer<E>) => Committed,
): Write {
  return { entity, commit: commit as Write["commit"] };
}

/**
 * Does all writes and returns true, or none and returns false if a condition fails. A lost answer makes no
 * difference. Throws TooBusy if conflicts with other transactions don't end.
 */
export async function transactIfTrue(...writes: Write[]): Promise<boolean> {
  // ElectroDB wants a name for each entity of a transaction.
  const entities = Object.fromEntries(writes.map(({ entity }, index) => [String(index), entity]));
  const transaction = createWriteTransaction(entities, (writers) =>
    writes.map(({ commit }, index) => commit(writers[String(index)] as Writer<AnyEntity>)),
  ).params() as TransactWriteCommandInput;
  return await untilDecided((ClientRequestToken) =>
    tableConfiguration.client.send(
      new TransactWriteCommand({ ...transaction, ClientRequestToken }),
    ),
  );
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
      const refusal = new TooBusy("Too many transactions on the same record");
      await pauseBetween(AFTER_CONFLICT, attempt, refusal);
    }
  }
}

/** A record that counts sequence numbers. */
interface Counting {
  entity: AnyEntity;
  key: object;
  /** Creates the record if it does not exist. */
  creates?: true;
}

/** A counting record, and the first number that was taken from each of its counters. */
interface Taken<Counter extends string> {
  record: Record<string, unknown>;
  first: Record<Counter, number>;
}

/**
 * Takes `count` sequence numbers from each of these counters of a record, in one write; undefined if the
 * record does not exist. A number that the caller does not use is never used.
 */
export async function takeSequences<Counter extends string>(
  { entity, key, creates }: Counting,
  counters: Counter[],
  count = 1,
): Promise<Taken<Counter> | undefined> {
  const amounts = Object.fromEntries(counters.map((counter) => [counter, count]));
  const counted = await writeIfTrue(() =>
    (creates ? entity.update(key) : entity.patch(key)).add(amounts).go({ response: "all_new" }),
  );
  if (!counted) return undefined;
  const record = counted.data as Record<string, unknown>;
  const first = counters.map((counter) => [counter, Number(record[counter]) - count] as const);
  return { record, first: Object.fromEntries(first) as Record<Counter, number> };
}

/** Runs a read and a write, and starts over with the read if the write throws ConditionFailed. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await pauseBetween(AFTER_CHANGE, attempt, new TooBusy("The records keep changing"));
    }
  }
}

/** ElectroDB wraps what the AWS SDK throws. */
function causeName(error: unknown): string | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause.name : undefined;
}
