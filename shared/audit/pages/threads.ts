import { parentPort, Worker, workerData } from "node:worker_threads";
import { logFields, withLogFields } from "../../platform/log.ts";
import { allowLocalAddresses, allowsLocalAddresses } from "../../platform/outbound/destination.ts";

/** Limit of V8's young generation. With V8's default, a thread can exceed its heap limit by 48 MB. */
const YOUNG_MB = 8;
/** A thread ends after this many tasks, because any of them may leak. Its start costs as much as half an audit. */
const MAX_TASKS = 50;

/** Work on a site's content exceeded the limit of memory or time. */
export class TooExpensive extends Error {}

interface ThreadWork<Input, Output, Progress = unknown> {
  /** `import.meta.filename` of the module that calls `inThread`. */
  file: string;
  name: string;
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
type FromThread = { progress: unknown } | { output: unknown } | { failed: string; stack: string };

interface Thread {
  worker: Worker;
  tasks: number;
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
  const idle = new Set<Thread>();
  return async (input, onProgress) => {
    const [thread = startThread(work, idle)] = idle;
    idle.delete(thread);
    thread.worker.ref();
    let isSound = false;
    try {
      const output = await runIn(thread, work, { input, onProgress });
      isSound = true;
      return output;
    } finally {
      thread.tasks += 1;
      if (isSound && thread.tasks < MAX_TASKS) {
        thread.worker.unref();
        idle.add(thread);
      } else await thread.worker.terminate();
    }
  };
}

function serve<Input, Output, Progress>({ run }: ThreadWork<Input, Output, Progress>) {
  const tell = (message: FromThread) => parentPort?.postMessage(message);
  parentPort?.on("message", async ({ input, fields, local }: Task) => {
    try {
      if (local) allowLocalAddresses();
      const output = await withLogFields(fields, () =>
        run(input as Input, (progress) => tell({ progress })),
      );
      tell({ output });
    } catch (error) {
      const { message = String(error), stack = "" } = error instanceof Error ? error : {};
      tell({ failed: message, stack });
    }
  });
}

function startThread(
  { file, name, heapMb }: ThreadWork<never, unknown>,
  idle: Set<Thread>,
): Thread {
  const worker = new Worker(file, {
    workerData: { name },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread = { worker, tasks: 0 };
  // A thread may end while it is idle.
  worker.on("error", () => {}).on("exit", () => idle.delete(thread));
  return thread;
}

async function runIn<Input, Output, Progress>(
  { worker }: Thread,
  { deadline }: ThreadWork<Input, Output, Progress>,
  { input, onProgress }: { input: Input; onProgress: ((progress: Progress) => void) | undefined },
): Promise<Output> {
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const receive = (message: FromThread) => {
    if ("output" in message) resolve(message.output as Output);
    else if ("progress" in message) onProgress?.(message.progress as Progress);
    // `node --watch` sends other messages: what a thread imports.
    else if ("failed" in message)
      reject(Object.assign(new Error(message.failed), { stack: message.stack }));
  };
  const fail = (error: unknown) =>
    reject(isOutOfMemory(error) ? new TooExpensive("memory") : error);
  const end = () => reject(new TooExpensive("its thread ended"));
  worker.on("message", receive).on("error", fail).on("exit", end);
  const timer = setTimeout(
    () => reject(new TooExpensive("time")),
    Math.max(0, deadline(input) - Date.now()),
  );
  try {
    const task: Task = { input, fields: logFields(), local: allowsLocalAddresses() };
    worker.postMessage(task);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off("message", receive).off("error", fail).off("exit", end);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
