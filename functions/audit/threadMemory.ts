import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { optionalEnv } from "../../shared/env.ts";

const BYTES_A_MB = 1024 * 1024;
/** How often the memory of the process is read while threads work. */
const WATCH_MS = 250;
/** How long to wait for the memory of an ended thread before another thread is ended. */
const ENDING_MS = 5000;
/** The share of the function's memory above which no work is started. */
const FULL = 0.75;
/** The share above which the largest work is ended. */
const TOO_FULL = 0.9;

/** Work was ended because it held the most memory when the function was about to run out. */
export class EndedForMemory extends Error {}

interface Holder {
  worker: Worker;
  end(reason: EndedForMemory): void;
  /** Whether it is ended after all others, however much it holds. */
  endsLast: boolean;
}

const holders = new Set<Holder>();
let watch: NodeJS.Timeout | undefined;
let isRelieving = false;

/** Whether there is memory for one more task. */
export function hasRoom(): boolean {
  return process.memoryUsage.rss() < FULL * memoryBytes();
}

/**
 * Watches the memory while a thread works. If several threads together come near the memory of the
 * function, `end` is called for the one that holds most; one that ends last only goes when no other is
 * left. Call the function that this returns when the work is done.
 */
export function keepWithinMemory(
  worker: Worker,
  { end, endsLast = false }: Pick<Holder, "end"> & Partial<Pick<Holder, "endsLast">>,
): () => void {
  const holder = { worker, end, endsLast };
  holders.add(holder);
  watch ??= setInterval(() => void relieveOnce(), WATCH_MS).unref();
  return () => {
    holders.delete(holder);
    if (holders.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };
}

async function relieveOnce() {
  if (isRelieving || holders.size < 2 || process.memoryUsage.rss() < TOO_FULL * memoryBytes())
    return;
  isRelieving = true;
  await relieve().finally(() => {
    isRelieving = false;
  });
}

async function relieve() {
  const sizes = await Promise.all(
    [...holders].map(async (holder) => ({ holder, bytes: await bytesOf(holder.worker) })),
  );
  const [largest] = sizes
    .filter(({ holder }) => holders.has(holder))
    .toSorted((a, b) => Number(a.holder.endsLast) - Number(b.holder.endsLast) || b.bytes - a.bytes);
  if (!largest) return;
  const { worker, end } = largest.holder;
  const ended = once(worker, "exit", { signal: AbortSignal.timeout(ENDING_MS) });
  end(new EndedForMemory("There was no memory left for all"));
  // A thread whose work was done in this moment does not exit.
  await ended.catch(() => {});
}

/** The memory that a thread holds; 0 once it has ended. */
async function bytesOf(worker: Worker): Promise<number> {
  const statistics = await worker.getHeapStatistics().catch(() => undefined);
  return statistics ? statistics.used_heap_size + statistics.external_memory : 0;
}

/** The memory of the function; infinite where the environment does not name it. */
function memoryBytes(): number {
  const megabytes = optionalEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
  return megabytes === undefined ? Number.POSITIVE_INFINITY : Number(megabytes) * BYTES_A_MB;
}
