import { setFlagsFromString } from "node:v8";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { logFields, withLogFields } from "../../shared/log.ts";
import { allowLocalAddresses, allowsLocalAddresses } from "../../shared/outbound/index.ts";
import { hasRoom, keepWithinMemory } from "./threadMemory.ts";

/** Limit of V8's young generation. With its default, a thread can outgrow its heap limit by 48 MB. */
const YOUNG_MB = 8;
/** Node's `threadId` of a thread that has ended. */
const ENDED = -1;
/** How long a thread waits for further work; it holds some 35 MB. */
const IDLE_MS = 60_000;
/** How often the processor time of a thread is read. */
const WATCH_MS = 250;

/** Work on a site's content took more processor time or memory than any site may. */
export class TooExpensive extends Error {}

interface LimitedWork<Input, Output> {
  /** `import.meta.filename` of the module that calls `inLimitedThread`. */
  file: string;
  name: string;
  processorMs: number;
  heapMb: number;
  /** How many tasks a thread does, one after the other, unless one fails. Default: 1. */
  perThread?: number;
  /** Whether this task is ended after all others when memory is short. */
  endsLast?(input: Input): boolean;
  /** Input and output are plain data, because they are passed between threads. */
  run(input: Input): Promise<Output>;
}

/** What a thread is started with. */
interface Start {
  work: string;
  /** Whether it may reach addresses of this machine, as the local server and tests need. */
  local: boolean;
}
/** The message to a thread for each task; `ThreadMessage` is one from it. */
interface Task {
  input: unknown;
  /** The log fields of the caller. */
  fields: Record<string, unknown>;
}
type ThreadMessage = { written: string } | { output: unknown } | { failed: string; stack: string };

interface Thread {
  worker: Worker;
  local: boolean;
  /** How many tasks it has done. */
  done: number;
  /** The processor time that those tasks took. */
  usedMs: number;
  /** Ends it when it has been idle for too long. */
  ending?: NodeJS.Timeout;
}

/**
 * Runs work that reads other people's content in a thread, one task at a time. At its limits of
 * processor time and memory the task ends with TooExpensive, and everything else goes on. Call this at
 * the top of a module: the thread loads the same module, or bundle, to find the work.
 */
export function inLimitedThread<Input, Output>(
  work: LimitedWork<Input, Output>,
): (input: Input, signal?: AbortSignal) => Promise<Output> {
  const start: Partial<Start> | null = workerData;
  if (start?.work === work.name) serve(work, start as Start);
  const idle = new Set<Thread>();
  return (input, signal) => runInThread(work, idle, { input, signal });
}

function serve<Input, Output>({ run }: LimitedWork<Input, Output>, { local }: Start) {
  const tell = (told: ThreadMessage) => parentPort?.postMessage(told);
  // What a thread prints itself can be lost when the thread ends.
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
  work: LimitedWork<Input, Output>,
  idle: Set<Thread>,
  { input, signal }: { input: Input; signal: AbortSignal | undefined },
): Promise<Output> {
  signal?.throwIfAborted();
  const thread = takeThread(work, idle);
  const { worker } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  let isSound = false;
  const hear = (told: ThreadMessage) => {
    if ("output" in told) {
      isSound = true;
      resolve(told.output as Output);
    }
    // Other messages are of `node --watch`: a thread tells it what it imports.
    else if ("failed" in told) reject(Object.assign(new Error(told.failed), { stack: told.stack }));
  };
  const fail = (error: unknown) =>
    reject(isOutOfMemory(error) ? new TooExpensive("memory") : error);
  const end = () => reject(new Error(`The thread of ${work.name} ended early`));
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
  { file, name, heapMb }: LimitedWork<never, unknown>,
  idle: Set<Thread>,
): Thread {
  const local = allowsLocalAddresses();
  for (const thread of idle) {
    if (thread.local !== local) continue;
    idle.delete(thread);
    clearTimeout(thread.ending);
    thread.worker.ref();
    return thread;
  }
  // V8 then compiles hot functions one after another, which saves a fifth of the memory. The flag can
  // only be set for all threads.
  setFlagsFromString("--no-concurrent-recompilation");
  const worker = new Worker(file, {
    workerData: { work: name, local } satisfies Start,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread: Thread = { worker, local, done: 0, usedMs: 0 };
  worker.on("message", (told: ThreadMessage) => {
    if ("written" in told) process.stdout.write(told.written);
  });
  // A thread may end while it is idle.
  worker.on("error", () => {}).on("exit", () => idle.delete(thread));
  return thread;
}

async function keep(thread: Thread, idle: Set<Thread>) {
  thread.usedMs = await processorMsOf(thread.worker);
  thread.worker.unref();
  if (thread.worker.threadId === ENDED) return;
  idle.add(thread);
  thread.ending = setTimeout(
    () => idle.delete(thread) && thread.worker.terminate(),
    IDLE_MS,
  ).unref();
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** The processor time that a thread has used; 0 once it has ended. */
async function processorMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
