import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { vi } from "vitest";
import { tableConfiguration } from "../../shared/table/entity.ts";
import { systemClock } from "../../shared/time.ts";
import { itemsOf, lostAnswer, transactionConflict } from "./clientFaults.ts";

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
 * other write. The model's clock goes on as soon as all pieces of work wait.
 */
export async function doAtOnce<Result>(
  work: ((clock: ModelClock) => Promise<Result>)[],
  { within, transactionMs = TRANSACTION_MS, losesEvery, seed = 1 }: Options,
): Promise<Done<Result>[]> {
  const random = randomFrom(seed);
  const clock = new ModelClock(work.length);
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
    onTransaction: () => count(tries.getStore()),
    isLost: () => losesEvery !== undefined && ++transactions % losesEvery === 0,
  });
  try {
    return await Promise.all(
      work.map((one) =>
        tries.run({ count: 0 }, () => timed(one, { clock, tries, random, within })),
      ),
    );
  } finally {
    end();
    for (const spy of spies) spy.mockRestore();
  }
}

interface Timing {
  clock: ModelClock;
  tries: AsyncLocalStorage<{ count: number }>;
  random: () => number;
  within: number;
}

async function timed<Result>(
  work: (clock: ModelClock) => Promise<Result>,
  { clock, tries, random, within }: Timing,
): Promise<Done<Result>> {
  try {
    await clock.sleep(random() * within);
    const startedAt = clock.now;
    const result = await work(clock);
    return { result, startedAt, endedAt: clock.now, tries: tries.getStore()?.count ?? 0 };
  } finally {
    clock.leave();
  }
}

function count(store: { count: number } | undefined) {
  if (store) store.count += 1;
}

/** A clock that goes on as soon as all workers wait. Each worker does one thing at a time. */
export class ModelClock {
  now = 0;
  #working: number;
  readonly #sleepers: { until: number; wake: () => void }[] = [];

  constructor(workers: number) {
    this.#working = workers;
  }

  async sleep(ms: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ until: this.now + ms, wake: resolve });
    this.leave();
    await promise;
  }

  /** Called when a worker waits or has ended. */
  leave() {
    this.#working -= 1;
    if (this.#working > 0) return;
    const next = this.#sleepers.toSorted((a, b) => a.until - b.until)[0];
    if (!next) return;
    this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
    this.now = next.until;
    this.#working += 1;
    next.wake();
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
  const { middlewareStack } = tableConfiguration.client;
  const name = `model-${crypto.randomUUID()}`;
  const held = new Set<string>();
  const pass = ([least, most]: Span) => clock.sleep(least + random() * (most - least));
  middlewareStack.add(
    (send, { commandName }) =>
      async (args) => {
        const isTransaction = commandName === "TransactWriteItemsCommand";
        if (isTransaction) onTransaction();
        const isWrite =
          isTransaction || /^(Put|Update|Delete)ItemCommand$/.test(String(commandName));
        const items = isWrite ? itemsOf(args.input) : [];
        if (!isTransaction) await pass(REQUEST_MS);
        if (items.some((item) => held.has(item))) {
          if (isTransaction) throw transactionConflict();
          throw new TransactionConflictException({ message: "conflict", $metadata: {} });
        }
        if (!isTransaction) return await send(args);
        for (const item of items) held.add(item);
        try {
          await pass(transactionMs);
          const answer = await send(args);
          if (isLost()) throw lostAnswer();
          return answer;
        } finally {
          for (const item of items) held.delete(item);
        }
      },
    { step: "initialize", name },
  );
  return () => void middlewareStack.remove(name);
}

/** Repeatable random numbers from 0 to 1: a linear congruential generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
