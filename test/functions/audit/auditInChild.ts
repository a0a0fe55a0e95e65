import { isMainThread } from "node:worker_threads";
import { guarded } from "../../../functions/audit/guarded.ts";
import { HEAP_MB } from "../../../functions/audit/limits.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { auditHere, deliver } from "./deliver.ts";

/**
 * A program that does the audit of a message, its argument, in a thread as on AWS, and prints the peak of its
 * memory, its processor time and failed messages. Pauses between requests pass at once.
 */
const audit = guarded({
  file: import.meta.filename,
  name: "child",
  processorMs: 60_000,
  heapMb: HEAP_MB,
  run: auditHere(),
});

if (isMainThread) {
  run();
}

async function run() {
  const [message = ""] = process.argv.slice(2);
  allowLocalAddresses();
  const { batchItemFailures } = await deliver([JSON.parse(message)], { audit });
  // Kilobytes.
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const processorMs = (userCPUTime + systemCPUTime) / 1000;
  process.stdout.write(
    `${JSON.stringify({ batchItemFailures, peakMb: maxRSS / 1024, processorMs })}\n`,
  );
}
