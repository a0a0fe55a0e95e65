import { isMainThread } from "node:worker_threads";
import type { AuditJob } from "../../../functions/workers/audit/crawlAndExamine.ts";
import { HEAP_MB } from "../../../shared/audit/limits.ts";
import { inThread } from "../../../shared/audit/pages/threads.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
import { auditHere, deliver } from "./deliver.ts";

/**
 * A program that does the audits of messages, its arguments, one after another, each in a thread as on AWS.
 * For each it prints the failed messages, its processor time and the program's peak of memory. Pauses
 * between requests pass at once.
 */
const audit = inThread({
  file: import.meta.filename,
  name: "child",
  processorMs: 60_000,
  heapMb: HEAP_MB,
  deadline: ({ deadline }: AuditJob) => deadline,
  // Each with a clock of its own, as this one runs ahead.
  run: (job: AuditJob) => auditHere()(job),
});

if (isMainThread) {
  run();
}

async function run() {
  allowLocalAddresses();
  for (const message of process.argv.slice(2)) {
    const before = process.cpuUsage();
    const { batchItemFailures } = await deliver([JSON.parse(message)], { audit });
    const { user, system } = process.cpuUsage(before);
    // In kilobytes.
    const { maxRSS } = process.resourceUsage();
    const told = { batchItemFailures, peakMb: maxRSS / 1024, processorMs: (user + system) / 1000 };
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
}
