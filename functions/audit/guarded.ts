import { setFlagsFromString } from "node:v8";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { logFields, withLogFields } from "../../shared/log.ts";
import { allowLocalAddresses, allowsLocalAddresses } from "../../shared/outbound/index.ts";
import { hasRoom, keepWithinMemory } from "./threadMemory.ts";

/** Size of V8's young generation. By default a thread grows by three times 16 MB before a collection. */
const YOUNG_MB = 8;
/** Node's `threadId` of a thread that has ended. */
const ENDED = -1;
/** How often the processor time of a thread is read. */
const WATCH_MS = 250;

/** Work on a website's content took more processor time or memory than allowed. */
export class TooExpensive extends Error {}

export interface GuardedWork<Input, Output> {
  /** `import.meta.filename` of the module that defines it; in a bundle that is the bundle's. */
  file: string;
  name: string;
  processorMs: number;
  heapMb: number;
  /** Pieces of work that one thread does, one after the other, as long as none fails. Default: 1. */
  perThread?: number;
  /** Whether this piece of work is the last to be ended when memory is short. */
  endsLast?(input: Input): boolean;
  /** Input and output are passed between threads: plain data. */
  run(input: Input): Promise<Output>;
}

/** What a thread is started with. */
interface Start {
  guarded: string;
  /** Whether it may reach this machine, as the local service and tests do. */
  local: boolean;
}
/** The message to a thread for each piece of work. */
interface Task {
  input: unknown;
  /** The fields of the caller's log lines. */
  fields: Record<string, unknown>;
}
/** The messages of a thread. */
type Report = { written: string } | { output: unknown } | { failed: string; stack: string };

interface Thread {
  worker: Worker;
  local: boolean;
  /** Pieces of work that it has done, and the processor time that they took. */
  done: number;
  usedMs: number;
}

/**
 * Does work on other people's content in a thread with limits of processor time and memory. At a limit
 * the thread ends and the work fails with TooExpensive, while all other work goes on. Call it as its
 * module loads: the thread loads the same module, or bundle, to find the work.
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
  const send = (report: Report) => parentPort?.postMessage(report);
  // A thread's own standard output may be lost with the thread.
  process.stdout.write = (chunk: string | Uint8Array) => {
    send({ written: String(chunk) });
    return true;
  };
  if (local) allowLocalAddresses();
  parentPort?.on("message", async ({ input, fields }: Task) => {
    try {
      send({ output: await withLogFields(fields, () => run(input as Input)) });
    } catch (error) {
      const { message = String(error), stack = "" } = error instanceof Error ? error : {};
      send({ failed: message, stack });
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
  const hear = (report: Report) => {
    if ("output" in report) {
      isSound = true;
      resolve(report.output as Output);
    }
    // Under `node --watch` a thread also sends its imports to Node's watcher.
    else if ("failed" in report)
      reject(Object.assign(new Error(report.failed), { stack: report.stack }));
  };
  const fail = (error: unknown) =>
    reject(isOutOfMemory(error) ? new TooExpensive("memory") : error);
  const end = () => reject(new Error(`The thread of ${work.name} ended without a result`));
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
    // An idle thread keeps its memory, which others need when memory is short.
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
  // Optimising several hot functions at once takes a fifth of a thread's memory. V8 has no such limit
  // for a single thread.
  setFlagsFromString("--no-concurrent-recompilation");
  const worker = new Worker(file, {
    workerData: { guarded: name, local } satisfies Start,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: Thread = { worker, local, done: 0, usedMs: 0 };
  worker.on("message", (report: Report) => {
    if ("written" in report) process.stdout.write(report.written);
  });
  // An idle thread that ends fails no work.
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

/** Processor time of a thread, even while it is busy; 0 once it has ended. */
async function processorMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
