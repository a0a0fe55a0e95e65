import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { optionalEnv } from "../../shared/env.ts";

const BYTES_A_MB = 1024 * 1024;
/** How often the memory of the process is read while threads work. */
const WATCH_MS = 250;
/** Longest wait for an ended thread to free its memory before another one is ended. */
const ENDING_MS = 5000;
/** Shares of the function's memory: above FULL no thread is kept, above TOO_FULL the largest one ends. */
const FULL = 0.75;
const TOO_FULL = 0.9;

/** All threads together took almost all memory of the function, and this one the most. */
export class Crowded extends Error {}

interface Holder {
  worker: Worker;
  end(reason: Crowded): void;
  /** It ends after all others, whatever its size. */
  endsLast: boolean;
}

const holders = new Set<Holder>();
let watch: NodeJS.Timeout | undefined;
let isRelieving = false;

/** Whether enough memory is left to begin more work. */
export function hasRoom(): boolean {
  return process.memoryUsage.rss() < FULL * memoryBytes();
}

/**
 * Watches a thread's memory while it works. When all threads together need almost all memory of the
 * function, `end` is called for the largest, and for those that end last only if no other is left. Call
 * the returned function when the work is done.
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
  end(new Crowded("Too little memory is left for all threads"));
  // A thread whose work has just been done goes on.
  await ended.catch(() => {});
}

/** Memory of a thread, even while it is busy; 0 once it has ended. */
async function bytesOf(worker: Worker): Promise<number> {
  const statistics = await worker.getHeapStatistics().catch(() => undefined);
  return statistics ? statistics.used_heap_size + statistics.external_memory : 0;
}

/** The memory of the function; unlimited outside Lambda. */
function memoryBytes(): number {
  const megabytes = optionalEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
  return megabytes === undefined ? Number.POSITIVE_INFINITY : Number(megabytes) * BYTES_A_MB;
}
