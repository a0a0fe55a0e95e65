import { readdirSync, readFileSync } from "node:fs";

/** Lambda grants a share of a processor in slices of this period. */
const PERIOD_MS = 20;
const LOOK_MS = 1;

/** Lets a process run for a share of each period, as Lambda does. Returns what ends that. */
export function grantShare(pid: number, share: number): () => void {
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
