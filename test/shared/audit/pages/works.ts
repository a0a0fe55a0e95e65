import { inThread } from "../../../../shared/audit/pages/threads.ts";
import { allowsLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";

/** What the tests of `inThread` have a thread do. */
export type Job = "answer" | "throw" | "loop" | "backtrack";

/** Beyond any test, on however slow a machine. */
function inTime() {
  return Date.now() + 600_000;
}

let pieces = 0;

/** Returns the number of pieces of work that its thread has done. */
export const keptWork = inThread({
  file: import.meta.filename,
  name: "kept",
  heapMb: 64,
  deadline: inTime,
  async run() {
    pieces += 1;
    return pieces;
  },
});

/** Takes memory without end. */
export const hoard = inThread({
  file: import.meta.filename,
  name: "hoard",
  heapMb: 64,
  deadline: inTime,
  async run() {
    for (const chain: object[] = []; ; ) chain.push({ chain });
  },
});

/** Quick, unless the job is a hostile one. */
export const work = inThread({
  file: import.meta.filename,
  name: "test",
  heapMb: 64,
  deadline: (job: Job) => (job === "loop" || job === "backtrack" ? Date.now() + 3000 : inTime()),
  async run(job: Job) {
    if (job === "throw") throw new RangeError("what it says");
    if (job === "loop") for (;;);
    if (job === "backtrack") /^(?:a+)+$/.test(`${"a".repeat(60)}b`);
    return { job, local: allowsLocalAddresses(), environment: process.env["GUARDED_TEST"] };
  },
});
