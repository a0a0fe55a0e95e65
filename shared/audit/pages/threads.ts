import { parentPort, Worker, workerData } from "node:worker_threads";
import { logFields, withLogFields } from "../../platform/log.ts";
import { allowLocalAddresses, allowsLocalAddresses } from "../../platform/outbound/index.ts";

/** Limit of V8's young generation. With V8's default, a thread can exceed its heap limit by 48 MB. */
const YOUNG_MB = 8;
/** How long an idle thread waits for a task; it takes some 35 MB. */
const IDLE_MS = 60_000;
/** A thread ends after this many tasks, because any of them may leak. */
const MAX_TASKS = 50;
/** How often the processor time of a thread is read. */
const WATCH_MS = 250;

/** Work on a site's content exceeded the limit of processor time, memory or time. */
export class TooExpensive extends Error {}

interface ThreadWork<Input, Output, Progress = unknown> {
  /** `import.meta.filename` of the module that calls `inThread`. */
  file: string;
  name: string;
  processorMs: number;
  /** When a task ends at the latest. Milliseconds since 1970. */
  deadline(input: Input): number;
  heapMb: number;
  /**
   * Runs in the thread. Input, output and progress are plain data, because they pass between threads. `report` passes
   * progress to the caller.
   */
  run(input: Input, report: (progress: Progress) => void): Promise<Output>;
}

interface Task {
  input: unknown;
  /** The log fields of the caller. */
  fields: Record<string, unknown>;
  /** Whether loopback addresses are allowed, as the local server and tests need. */
  local: boolean;
}
type FromThread =
  | { written: string }
  | { progress: unknown }
  | { output: unknown; usedMs: number }
  | { failed: string; stack: string };

interface Thread {
  worker: Worker;
  tasks: number;
  /** The processor time that its former tasks took. */
  usedMs: number;
  ending?: NodeJS.Timeout;
}

/**
 * Runs work that parses hostile content in threads, each with one task at a time. A task that exceeds a limit fails
 * with TooExpensive; all other work goes on. Call this at the top of a module: the thread loads the same module, or
 * bundle, to find the work.
 */
export function inThread<Input, Output, Progress = never>(
  work: ThreadWork<Input, Output, Progress>,
): (input: Input, onProgress?: (progress: Progress) => void) => Promise<Output> {
  if (workerData?.name === work.name) serve(work);
  const idle: Thread[] = [];
  return async (input, onProgress) => {
    const thread = idle.pop() ?? startThread(work, idle);
    clearTimeout(thread.ending);
    thread.worker.ref();
    let isSound = false;
    try {
      const output = await runIn(thread, work, { input, onProgress });
      isSound = true;
      return output;
    } finally {
      thread.tasks += 1;
      if (isSound && thread.tasks < MAX_TASKS) keep(thread, idle);
      else await thread.worker.terminate();
    }
  };
}

function serve<Input, Output, Progress>({ run }: ThreadWork<Input, Output, Progress>) {
  const tell = (message: FromThread) => parentPort?.postMessage(message);
  // What a thread prints itself is lost if the thread is terminated.
  process.stdout.write = (chunk: string | Uint8Array) => {
    tell({ written: String(chunk) });
    return true;
  };
  parentPort?.on("message", async ({ input, fields, local }: Task) => {
    try {
      if (local) allowLocalAddresses();
      const output = await withLogFields(fields, () =>
        run(input as Input, (progress) => tell({ progress })),
      );
      const { user, system } = process.threadCpuUsage();
      tell({ output, usedMs: (user + system) / 1000 });
    } catch (error) {
      const { message = String(error), stack = "" } = error instanceof Error ? error : {};
      tell({ failed: message, stack });
    }
  });
}

function startThread({ file, name, heapMb }: ThreadWork<never, unknown>, idle: Thread[]): Thread {
  const worker = new Worker(file, {
    workerData: { name },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  worker.on("message", (message: FromThread) => {
    if ("written" in message) process.stdout.write(message.written);
  });
  const thread = { worker, tasks: 0, usedMs: 0 };
  // A thread may end while it is idle.
  worker.on("error", () => {}).on("exit", () => forget(thread, idle));
  return thread;
}

async function runIn<Input, Output, Progress>(
  thread: Thread,
  { processorMs, deadline }: ThreadWork<Input, Output, Progress>,
  { input, onProgress }: { input: Input; onProgress: ((progress: Progress) => void) | undefined },
): Promise<Output> {
  const { worker, usedMs } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const receive = (message: FromThread) => {
    if ("output" in message) {
      thread.usedMs = message.usedMs;
      resolve(message.output as Output);
    } else if ("progress" in message) onProgress?.(message.progress as Progress);
    // `node --watch` sends other messages: what a thread imports.
    else if ("failed" in message)
      reject(Object.assign(new Error(message.failed), { stack: message.stack }));
  };
  const fail = (error: unknown) =>
    reject(isOutOfMemory(error) ? new TooExpensive("memory") : error);
  const end = () => reject(new TooExpensive("its thread ended"));
  worker.on("message", receive).on("error", fail).on("exit", end);
  const watch = setInterval(async () => {
    if (Date.now() > deadline(input)) reject(new TooExpensive("time"));
    const taskMs = (await processorMsOf(worker)) - usedMs;
    if (taskMs > processorMs) reject(new TooExpensive("processor time"));
  }, WATCH_MS);
  try {
    const task: Task = { input, fields: logFields(), local: allowsLocalAddresses() };
    worker.postMessage(task);
    return await promise;
  } finally {
    clearInterval(watch);
    worker.off("message", receive).off("error", fail).off("exit", end);
  }
}

/** Keeps a thread for the next task, for a minute. */
function keep(thread: Thread, idle: Thread[]) {
  thread.worker.unref();
  idle.push(thread);
  thread.ending = setTimeout(() => {
    forget(thread, idle);
    void thread.worker.terminate();
  }, IDLE_MS).unref();
}

function forget(thread: Thread, idle: Thread[]) {
  const place = idle.indexOf(thread);
  if (place >= 0) idle.splice(place, 1);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** The processor time that a thread has used; 0 once it has ended. */
async function processorMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
