import { setFlagsFromString } from "node:v8";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { logFields, withLogFields } from "../../shared/log.ts";
import { allowLocalAddresses, allowsLocalAddresses } from "../../shared/outbound/index.ts";
import { hasRoom, keepWithinMemory } from "./threadMemory.ts";

/** What is new in memory; V8's own default lets a thread grow by three times 16 MB before it looks. */
const YOUNG_MB = 8;
/** Node's `threadId` of a thread that has ended. */
const ENDED = -1;
/** How often the processor time of a thread is read. */
const WATCH_MS = 250;

/** Work on somebody's content took more processor time or memory than anybody's may. */
export class TooExpensive extends Error {}

export interface GuardedWork<Input, Output> {
  /** `import.meta.filename` of the module that defines it; in a bundle that is the bundle's. */
  file: string;
  name: string;
  processorMs: number;
  heapMb: number;
  /** So many pieces of it a thread does, one after the other, while all goes well; one, unless told. */
  perThread?: number;
  /** Whether a piece of it is the last to be ended where memory is short. */
  endsLast?(input: Input): boolean;
  /** Input and output are passed between threads: plain data. */
  run(input: Input): Promise<Output>;
}

/** What a thread begins with. */
interface Start {
  guarded: string;
  /** Whether it may reach this machine, as the local service and tests do. */
  local: boolean;
}
/** What it is then told, once for each piece of work, and what it tells. */
interface Task {
  input: unknown;
  /** What the log lines of whoever wants the work have. */
  fields: Record<string, unknown>;
}
type Told = { written: string } | { output: unknown } | { failed: string; stack: string };

interface Thread {
  worker: Worker;
  local: boolean;
  /** Pieces of work that it has done, and what they have used of a processor. */
  done: number;
  usedMs: number;
}

/**
 * Work that reads other people's content, in a thread that does nothing else meanwhile: whatever
 * keeps it busy, the thread ends at its limits, with a TooExpensive, and everything else goes on. To
 * be called as its module loads, since the thread loads the same module, or bundle, to find the work.
 */
export function guarded<Input, Output>(
  work: GuardedWork<Input, Output>,
): (input: Input, signal?: AbortSignal) => Promise<Output> {
  const start: Partial<Start> | null = workerData;
  if (start?.guarded === work.name) serve(work, start as Start);
  const idle = new Set<Thread>();
  return (input, signal) => runInThread(work, idle, { input, signal });
}

function serve<Input, Output>({ run }: GuardedWork<Input, Output>, { local }: Start) {
  const tell = (told: Told) => parentPort?.postMessage(told);
  // A thread's own standard output may be lost with the thread.
  process.stdout.write = (chunk: string | Uint8Array) => {
    tell({ written: String(chunk) });
    return true;
  };
  if (local) allowLocalAddresses();
  parentPort?.on("message", async ({ input, fields }: Task) => {
    try {
      tell({ output: await withLogFields(fields, () => run(input as Input)) });
    } catch (error) {
      const { message = String(error), stack = "" } = error instanceof Error ? error : {};
      tell({ failed: message, stack });
    }
  });
}

async function runInThread<Input, Output>(
  work: GuardedWork<Input, Output>,
  idle: Set<Thread>,
  { input, signal }: { input: Input; signal: AbortSignal | undefined },
): Promise<Output> {
  signal?.throwIfAborted();
  const thread = takeThread(work, idle);
  const { worker } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  let isSound = false;
  const hear = (told: Told) => {
    if ("output" in told) {
      isSound = true;
      resolve(told.output as Output);
    }
    // Under `node --watch` a thread also tells Node's own watcher what it imports.
    else if ("failed" in told) reject(Object.assign(new Error(told.failed), { stack: told.stack }));
  };
  const fail = (error: unknown) =>
    reject(isOutOfMemory(error) ? new TooExpensive("memory") : error);
  const end = () => reject(new Error(`The thread of ${work.name} ended by itself`));
  worker.on("message", hear).on("error", fail).on("exit", end);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  const letGo = keepWithinMemory(worker, {
    end: reject,
    endsLast: work.endsLast?.(input) ?? false,
  });
  const watch = setInterval(async () => {
    const usedMs = (await processorMsOf(worker)) - thread.usedMs;
    if (usedMs > work.processorMs) reject(new TooExpensive("processor time"));
  }, WATCH_MS);
  try {
    worker.postMessage({ input, fields: logFields() } satisfies Task);
    return await promise;
  } finally {
    clearInterval(watch);
    letGo();
    signal?.removeEventListener("abort", abort);
    worker.off("message", hear).off("error", fail).off("exit", end);
    thread.done += 1;
    // What a thread has held it holds on to: where memory is short, others need it.
    const isKept = isSound && thread.done < (work.perThread ?? 1) && hasRoom();
    if (isKept) await keep(thread, idle);
    else await worker.terminate();
  }
}

function takeThread(
  { file, name, heapMb }: GuardedWork<never, unknown>,
  idle: Set<Thread>,
): Thread {
  const local = allowsLocalAddresses();
  for (const thread of idle) {
    if (thread.local !== local) continue;
    idle.delete(thread);
    thread.worker.ref();
    return thread;
  }
  // Functions that are hot are optimised one after the other: several at once, beside the work, take a
  // fifth of its memory. There is no such limit for a thread alone.
  setFlagsFromString("--no-concurrent-recompilation");
  const worker = new Worker(file, {
    workerData: { guarded: name, local } satisfies Start,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: Thread = { worker, local, done: 0, usedMs: 0 };
  worker.on("message", (told: Told) => {
    if ("written" in told) process.stdout.write(told.written);
  });
  // What ends while it has nothing to do is nobody's failure.
  worker.on("error", () => {}).on("exit", () => idle.delete(thread));
  return thread;
}

async function keep(thread: Thread, idle: Set<Thread>) {
  thread.usedMs = await processorMsOf(thread.worker);
  thread.worker.unref();
  if (thread.worker.threadId !== ENDED) idle.add(thread);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** What a thread has used of a processor, also while it is busy; 0 once it has ended. */
async function processorMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
