import { setTimeout } from "node:timers/promises";
import {
  type CommittedTransactionResult,
  createWriteTransaction,
  type TransactWriteEntities,
  type TransactWriteItem,
} from "electrodb";
import { TooBusy } from "../errors.ts";

/** Entities by the names that a transaction's writes call them by. */
type Entities = Parameters<typeof createWriteTransaction>[0];
type Writes = CommittedTransactionResult<unknown, TransactWriteItem>[];

const CONFLICT_ATTEMPTS = 12;
const CHANGE_ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 1000;

/** A condition of a write did not hold: what it was decided on has changed since it was read. */
export class ConditionFailed extends Error {}

/**
 * Writes all items or none, and says whether: nothing is written when a condition does not hold.
 * `entities` are those that it writes, `writes` gives each write, ended with `.commit()`. A conflict
 * with another transaction is tried again; throws TooBusy when conflicts don't end.
 */
export async function transactIfTrue<const E extends Entities>(
  entities: E,
  writes: (entities: TransactWriteEntities<E>) => Writes,
): Promise<boolean> {
  for (let attempt = 0; attempt < CONFLICT_ATTEMPTS; attempt += 1) {
    const { canceled, data } = await createWriteTransaction(entities, writes).go();
    if (!canceled) return true;
    const outcomes: { code?: string }[] = data;
    if (outcomes.some(({ code }) => code === "ConditionalCheckFailed")) return false;
    await pause(attempt);
  }
  throw new TooBusy("Too many transactions on the same records");
}

/** Like `transactIfTrue`, for use in `retryOnConflict`: throws ConditionFailed to start over. */
export async function transact<const E extends Entities>(
  entities: E,
  writes: (entities: TransactWriteEntities<E>) => Writes,
) {
  if (!(await transactIfTrue(entities, writes))) {
    throw new ConditionFailed("What was read has changed");
  }
}

/**
 * Runs a single conditional write and returns its result, or undefined when its condition does not
 * hold. A conflict with a transaction is tried again; throws TooBusy when conflicts don't end.
 */
export async function writeIfTrue<Result>(
  operation: () => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < CONFLICT_ATTEMPTS; attempt += 1) {
    try {
      return await operation();
    } catch (error) {
      const name = causeName(error);
      if (name === "ConditionalCheckFailedException") return undefined;
      if (name !== "TransactionConflictException") throw error;
      await pause(attempt);
    }
  }
  throw new TooBusy("Too many transactions on the same record");
}

/**
 * Runs read, decide and write as one: when a condition of the write fails, all of it starts over
 * from the read, which then decides on what is there now.
 */
export async function retryOnConflict<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 0; count < CHANGE_ATTEMPTS; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await pause(count);
    }
  }
  throw new TooBusy("The records keep changing");
}

/** Exponential backoff with full jitter, so that writers that collided do not meet again. */
export function pause(attempt: number) {
  return setTimeout(Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** attempt));
}

/** ElectroDB wraps what the AWS SDK throws. */
function causeName(error: unknown): string | undefined {
  return error instanceof Error && error.cause instanceof Error ? error.cause.name : undefined;
}
