import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import {
  type CommittedTransactionResult,
  createWriteTransaction,
  type TransactWriteEntities,
  type TransactWriteItem,
} from "electrodb";
import { TooBusy } from "../errors.ts";
import { tableConfiguration } from "./entity.ts";
import { AFTER_CHANGE, AFTER_CONFLICT, pauseBetween, untilDecided } from "./untilDecided.ts";

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
