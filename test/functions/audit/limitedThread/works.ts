import { inLimitedThread } from "../../../../functions/audit/limitedThread.ts";
import { log } from "../../../../shared/log.ts";
import { allowsLocalAddresses } from "../../../../shared/outbound/index.ts";

/** What the tests of `inLimitedThread` have a thread do. */
export type Job = "answer" | "throw" | "loop" | "backtrack" | "end";

/** What a kept thread does before it returns the number of its pieces of work so far. */
interface KeptJob {
  /** Processor time to use. */
  burnMs?: number;
  holdMb?: number;
  fails?: boolean;
  /** It never ends, unless it is ended. */
  stays?: boolean;
}

/** The channel on which a thread says that it holds its memory and stays. */
export const STAYING = "staying";

let pieces = 0;

export const keptWork = inLimitedThread({
  file: import.meta.filename,
  name: "kept",
  processorMs: 600,
  heapMb: 64,
  perThread: 3,
  async run({ burnMs = 0, holdMb = 0, fails, stays }: KeptJob) {
    pieces += 1;
    const held = Array.from({ length: holdMb }, () => Buffer.alloc(1024 * 1024, 1));
    const before = process.threadCpuUsage();
    const usedMs = () => {
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    while (usedMs() < burnMs);
    if (fails) throw new Error("it fails");
    if (stays) {
      const channel = new BroadcastChannel(STAYING);
      channel.postMessage(holdMb);
      await new Promise((resolve) => setInterval(resolve, 2 ** 30, held));
    }
    return pieces;
  },
});

/** Takes memory without end. It has processor time for that, however slow the machine is. */
export const hoard = inLimitedThread({
  file: import.meta.filename,
  name: "hoard",
  processorMs: 600_000,
  heapMb: 64,
  async run() {
    for (const kept: object[] = []; ; ) kept.push({ kept });
  },
});

/** Quick, unless the job is a hostile one. */
export const work = inLimitedThread({
  file: import.meta.filename,
  name: "test",
  processorMs: 600,
  heapMb: 64,
  async run(job: Job) {
    log("info", `the job is ${job}`);
    if (job === "throw") throw new RangeError("what it says");
    if (job === "loop") for (;;);
    if (job === "backtrack") /^(?:a+)+$/.test(`${"a".repeat(60)}b`);
    if (job === "end") process.exit();
    return { job, local: allowsLocalAddresses(), environment: process.env["GUARDED_TEST"] };
  },
});
