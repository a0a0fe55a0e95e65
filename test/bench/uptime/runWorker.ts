import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESSOR_MB } from "../../../functions/monitoring/pace.ts";
import { runChild, startChild } from "../children.ts";
import type { Effort } from "../inChild.ts";
import { type Sites, siteUrls } from "./sites.ts";

/** Lambda grants a share of a processor in slices of this period. */
const PERIOD_MS = 20;
const LOOK_MS = 1;

interface WorkerOptions {
  sites: Sites;
  /** The number of websites. */
  count: number;
  /** Decides the share of a processor, as on Lambda. */
  memoryMb: number;
}

/** Runs the worker in a process of its own, as Lambda does. */
export async function runWorker(options: WorkerOptions): Promise<Effort & { calls: number }> {
  const { sites, count, memoryMb } = options;
  const quick = await startChild<number>(new URL("quickTable.ts", import.meta.url));
  const env = {
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${quick.message}`,
  };
  const folder = mkdtempSync(join(tmpdir(), "uptime-"));
  const file = join(folder, "batches.json");
  writeFileSync(file, JSON.stringify(siteUrls(sites, count)));
  try {
    await runChild(new URL("writeFleet.ts", import.meta.url), { file }, { env });
    const worker = await startChild(
      new URL("worker.ts", import.meta.url),
      { file, sites },
      { env },
    );
    const release =
      memoryMb < PROCESSOR_MB ? grantShare(worker.pid, memoryMb / PROCESSOR_MB) : () => {};
    try {
      return await worker.next<Effort & { calls: number }>();
    } finally {
      release();
      worker.stop();
    }
  } finally {
    quick.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets a process run for a share of each period, as Lambda does. Returns what ends that. */
function grantShare(pid: number, share: number): () => void {
  let periodEnds = performance.now() + PERIOD_MS;
  let used = processorMs(pid);
  let isStopped = false;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now >= periodEnds) {
      periodEnds = now + PERIOD_MS;
      // What was used beyond the share counts for the next period.
      used = Math.max(used + PERIOD_MS * share, processorMs(pid) - PERIOD_MS * share);
    }
    const isOver = processorMs(pid) - used >= PERIOD_MS * share;
    if (isOver === isStopped) return;
    process.kill(pid, isOver ? "SIGSTOP" : "SIGCONT");
    isStopped = isOver;
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    process.kill(pid, "SIGCONT");
  };
}

/** Processor time of all threads of a process. */
function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
      return Number(text.split(" ", 1)[0]);
    } catch {
      return 0;
    }
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
