import { isMainThread } from "node:worker_threads";
import { HEAP_MB } from "../../../functions/audit/auditInThread.ts";
import { guarded } from "../../../functions/audit/guarded.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { auditHere, deliver } from "./deliver.ts";

/**
 * Does the audit of a message, given as an argument, in a process of its own, and there in a thread
 * as on AWS, so that its memory and processor time can be told; pauses between requests pass at
 * once. Prints the peak, the time, and what failed.
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
