import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { vi } from "vitest";
import { systemClock } from "../../shared/platform/time.ts";
import { itemsOf, transactionConflict } from "./clientFaults.ts";
import { addMiddleware, lostAnswer } from "./interceptRequests.ts";

/** How long the model's requests take, in milliseconds. A running transaction blocks its items. */
const TRANSACTION_MS: Span = [15, 40];
const REQUEST_MS: Span = [3, 10];

type Span = readonly [least: number, most: number];

/** How the model behaves. */
interface Options {
  /** All work begins within this time. */
  within: number;
  transactionMs?: Span;
  /** After how many transactions the answer of a completed one is lost. */
  losesEvery?: number;
  seed?: number;
}

/** The result of a piece of work, with times on the model's clock. */
export interface Done<Result> {
  result: Result;
  startedAt: number;
  endedAt: number;
  /** How many transactions were tried. */
  tries: number;
}

/**
 * Does pieces of work at once, each beginning `within` some milliseconds, on a model of DynamoDB's
 * conflicts, which the embedded DynamoDB does not have: an item of a running transaction refuses every
 * other write.
 */
export async function doAtOnce<Result>(
  work: ((clock: ModelClock) => Promise<Result>)[],
  { within, transactionMs = TRANSACTION_MS, losesEvery, seed = 1 }: Options,
): Promise<Done<Result>[]> {
  const random = randomFrom(seed);
  const clock = new ModelClock();
  const tries = new AsyncLocalStorage<{ count: number }>();
  const spies = [
    vi.spyOn(Math, "random").mockImplementation(random),
    vi.spyOn(systemClock, "sleep").mockImplementation((ms) => clock.sleep(ms)),
  ];
  let transactions = 0;
  const end = refuseOverlaps({
    clock,
    random,
    transactionMs,
    onTransaction: () => {
      const own = tries.getStore();
      if (own) own.count += 1;
    },
    isLost: () => losesEvery !== undefined && ++transactions % losesEvery === 0,
  });
  try {
    return await Promise.all(
      work.map(async (one) => {
        await clock.sleep(random() * within);
        const own = { count: 0 };
        const startedAt = clock.now;
        const result = await tries.run(own, () => one(clock));
        return { result, startedAt, endedAt: clock.now, tries: own.count };
      }),
    );
  } finally {
    end();
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * A clock that goes on as soon as nothing is left that can run: no request to the table runs, and the rest of the work
 * waits for the clock or for one that does. Modules have to be loaded before.
 */
export class ModelClock {
  now = 0;
  #running = 0;
  #isChecking = false;
  readonly #sleepers: { until: number; wake: () => void }[] = [];

  async sleep(ms: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ until: this.now + ms, wake: resolve });
    this.#goOnWhenIdle();
    await promise;
  }

  /** Stands still during a request to the table. */
  async during<Result>(request: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await request();
    } finally {
      this.#running -= 1;
      this.#goOnWhenIdle();
    }
  }

  /** Wakes the next sleeper after everything that can run has run. */
  #goOnWhenIdle() {
    if (this.#isChecking) return;
    this.#isChecking = true;
    setImmediate(() => {
      this.#isChecking = false;
      const next = this.#sleepers.toSorted((a, b) => a.until - b.until)[0];
      if (this.#running > 0 || !next) return;
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.now = next.until;
      next.wake();
      this.#goOnWhenIdle();
    });
  }
}

interface Model {
  clock: ModelClock;
  random: () => number;
  transactionMs: Span;
  onTransaction(): void;
  /** Whether the answer of the transaction that was just done is lost. */
  isLost(): boolean;
}

function refuseOverlaps({
  clock,
  random,
  transactionMs,
  onTransaction,
  isLost,
}: Model): () => void {
  const held = new Set<string>();
  const pass = ([least, most]: Span) => clock.sleep(least + random() * (most - least));
  return addMiddleware((send, command) => async (args) => {
    const isTransaction = command === "TransactWriteItems";
    if (isTransaction) onTransaction();
    const isWrite = isTransaction || /^(Put|Update|Delete)Item$/.test(command);
    const items = isWrite ? itemsOf(args.input) : [];
    if (!isTransaction) await pass(REQUEST_MS);
    if (items.some((item) => held.has(item))) {
      if (isTransaction) throw transactionConflict();
      throw new TransactionConflictException({ message: "conflict", $metadata: {} });
    }
    if (!isTransaction) return await clock.during(() => send(args));
    for (const item of items) held.add(item);
    try {
      await pass(transactionMs);
      const answer = await clock.during(() => send(args));
      if (isLost()) throw lostAnswer();
      return answer;
    } finally {
      for (const item of items) held.delete(item);
    }
  });
}

/** Repeatable random numbers from 0 to 1: a linear congruential generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
