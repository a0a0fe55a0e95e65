import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { optionalEnv } from "../../shared/env.ts";

const BYTES_A_MB = 1024 * 1024;
/** How often the memory of the process is looked at while threads work. */
const WATCH_MS = 250;
/** The memory of a thread that is ended is there once it has; no other ends before, for so long. */
const ENDING_MS = 5000;
/** Of the function's memory: beyond the first nothing more is begun, beyond the second the largest ends. */
const FULL = 0.75;
const TOO_FULL = 0.9;

/** All that was under way took more memory than the function has, and this most of it. */
export class Crowded extends Error {}

interface Holder {
  worker: Worker;
  end(reason: Crowded): void;
  /** After all others, however much it holds. */
  endsLast: boolean;
}

const holders = new Set<Holder>();
let watch: NodeJS.Timeout | undefined;
let isRelieving = false;

/** Whether there is memory to begin something that may take as much as what is under way. */
export function hasRoom(): boolean {
  return process.memoryUsage.rss() < FULL * memoryBytes();
}

/**
 * Has a thread end while others work and all of them together come near what the function has: the
 * one that holds most, by `end`; of those that end last only where no other is left. What this returns is to be called when its work is done.
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
  end(new Crowded("There was no memory left for all"));
  // One that was done at this very moment is kept.
  await ended.catch(() => {});
}

/** What a thread holds, also while it is busy; 0 once it has ended. */
async function bytesOf(worker: Worker): Promise<number> {
  const statistics = await worker.getHeapStatistics().catch(() => undefined);
  return statistics ? statistics.used_heap_size + statistics.external_memory : 0;
}

/** The function's; without end on a machine that says nothing of it. */
function memoryBytes(): number {
  const megabytes = optionalEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE");
  return megabytes === undefined ? Number.POSITIVE_INFINITY : Number(megabytes) * BYTES_A_MB;
}
