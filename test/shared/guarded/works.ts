import { guarded } from "../../../shared/guarded.ts";
import { log } from "../../../shared/log.ts";
import { allowsLocalAddresses } from "../../../shared/outbound/index.ts";

/** What a thread is asked for by the tests of the guard. */
export type Job = "answer" | "throw" | "loop" | "backtrack" | "hoard" | "end";

/** Quick, unless the job is a hostile one. */
export const work = guarded({
  file: import.meta.filename,
  name: "test",
  processorMs: 1000,
  heapMb: 64,
  async run(job: Job) {
    log("info", `the job is ${job}`);
    if (job === "throw") throw new RangeError("what it says");
    if (job === "loop") for (;;);
    if (job === "backtrack") /^(?:a+)+$/.test(`${"a".repeat(60)}b`);
    if (job === "hoard") for (const kept: object[] = []; ; ) kept.push({ kept });
    if (job === "end") process.exit();
    return { job, local: allowsLocalAddresses(), environment: process.env["GUARDED_TEST"] };
  },
});
