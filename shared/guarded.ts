import { parentPort, Worker, workerData } from "node:worker_threads";
import { logFields, withLogFields } from "./log.ts";
import { allowLocalAddresses, allowsLocalAddresses } from "./outbound/index.ts";

/** What is new in memory; V8's own default lets a thread grow by three times 16 MB before it looks. */
const YOUNG_MB = 8;
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
  /** Input and output are passed between threads: plain data. */
  run(input: Input): Promise<Output>;
}

/** What a thread is told, and what it tells. */
interface Task {
  guarded: string;
  input: unknown;
  /** What the log lines of whoever wants the work have. */
  fields: Record<string, unknown>;
  /** Whether it may reach this machine, as the local service and tests do. */
  local: boolean;
}
type Told = { written: string } | { output: unknown } | { failed: string; stack: string };

/**
 * Work that reads other people's content, in a thread of its own each time: whatever keeps it
 * busy, the thread ends at its limits, with a TooExpensive, and everything else goes on. To be
 * called as its module loads, since the thread loads the same module, or bundle, to find the work.
 */
export function guarded<Input, Output>(
  work: GuardedWork<Input, Output>,
): (input: Input, signal?: AbortSignal) => Promise<Output> {
  const task: Partial<Task> | null = workerData;
  if (task?.guarded === work.name) void serve(work, task as Task);
  return (input, signal) => runInThread(work, input, signal);
}

async function serve<Input, Output>({ run }: GuardedWork<Input, Output>, task: Task) {
  const tell = (told: Told) => parentPort?.postMessage(told);
  // A thread's own standard output may be lost with the thread.
  process.stdout.write = (chunk: string | Uint8Array) => {
    tell({ written: String(chunk) });
    return true;
  };
  if (task.local) allowLocalAddresses();
  try {
    // The module that defines the work has to be there before it runs.
    await Promise.resolve();
    tell({ output: await withLogFields(task.fields, () => run(task.input as Input)) });
  } catch (error) {
    const { message = String(error), stack = "" } = error instanceof Error ? error : {};
    tell({ failed: message, stack });
  }
}

async function runInThread<Input, Output>(
  { file, name, processorMs, heapMb }: GuardedWork<Input, Output>,
  input: Input,
  signal?: AbortSignal,
): Promise<Output> {
  signal?.throwIfAborted();
  const local = allowsLocalAddresses();
  const task: Task = { guarded: name, input, fields: logFields(), local };
  const thread = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  thread.on("message", (told: Told) => {
    if ("written" in told) process.stdout.write(told.written);
    else if ("output" in told) resolve(told.output as Output);
    // Under `node --watch` a thread also tells Node's own watcher what it imports.
    else if ("failed" in told) reject(Object.assign(new Error(told.failed), { stack: told.stack }));
  });
  thread.on("error", (error) => reject(isOutOfMemory(error) ? new TooExpensive("memory") : error));
  thread.on("exit", () => reject(new Error(`The thread of ${name} ended by itself`)));
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  const watch = setInterval(async () => {
    const usedMs = await processorMsOf(thread);
    if (usedMs > processorMs) reject(new TooExpensive("processor time"));
  }, WATCH_MS);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener("abort", abort);
    await thread.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** What a thread has used of a processor, also while it is busy; 0 once it has ended. */
async function processorMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
