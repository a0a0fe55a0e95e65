import { inThread } from "../../../../shared/audit/pages/threads.ts";
import { log } from "../../../../shared/platform/log.ts";
import { allowsLocalAddresses } from "../../../../shared/platform/outbound/index.ts";

/** What the tests of `inThread` have a thread do. */
export type Job = "answer" | "throw" | "loop" | "backtrack" | "end";

/** What a kept thread does before it returns the number of its pieces of work so far. */
interface KeptJob {
  /** Processor time to use. */
  burnMs?: number;
  fails?: boolean;
}

let pieces = 0;

export const keptWork = inThread({
  file: import.meta.filename,
  name: "kept",
  processorMs: 600,
  heapMb: 64,
  deadline: () => Number.POSITIVE_INFINITY,
  async run({ burnMs = 0, fails }: KeptJob) {
    pieces += 1;
    const before = process.threadCpuUsage();
    const usedMs = () => {
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    while (usedMs() < burnMs);
    if (fails) throw new Error("it fails");
    return pieces;
  },
});

/** Takes memory without end. It has processor time for that, however slow the machine is. */
export const hoard = inThread({
  file: import.meta.filename,
  name: "hoard",
  processorMs: 600_000,
  heapMb: 64,
  deadline: () => Number.POSITIVE_INFINITY,
  async run() {
    for (const chain: object[] = []; ; ) chain.push({ kept: chain });
  },
});

/** Never ends. It has processor time for that. */
export const hang = inThread({
  file: import.meta.filename,
  name: "hang",
  processorMs: 600_000,
  heapMb: 64,
  deadline: () => 0,
  async run() {
    for (;;);
  },
});

/** Quick, unless the job is a hostile one. */
export const work = inThread({
  file: import.meta.filename,
  name: "test",
  processorMs: 600,
  heapMb: 64,
  deadline: () => Number.POSITIVE_INFINITY,
  async run(job: Job) {
    log("info", `the job is ${job}`);
    if (job === "throw") throw new RangeError("what it says");
    if (job === "loop") for (;;);
    if (job === "backtrack") /^(?:a+)+$/.test(`${"a".repeat(60)}b`);
    if (job === "end") process.exit();
    return { job, local: allowsLocalAddresses(), environment: process.env["GUARDED_TEST"] };
  },
});
