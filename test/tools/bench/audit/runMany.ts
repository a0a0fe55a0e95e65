import { existsSync, readFileSync, writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import type { Context } from "aws-lambda";
import { handler } from "../../../../functions/workers/audit/index.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { sqsEvent } from "../../../support/messages.ts";

const STATUS = "/proc/self/status";

/** What a call took, of all threads together. */
export interface Effort {
  processorSeconds: number;
  peakMb: number;
}

/** One call of the audit's function with these messages, bundled and in threads as on AWS. */
if (isMainThread) void run();

async function run() {
  const messages: unknown[] = JSON.parse(process.argv[2] ?? "[]");
  allowLocalAddresses();
  process.stdout.write = () => true;
  const before = process.cpuUsage();
  const { batchItemFailures } = await handler(sqsEvent(...messages), {
    getRemainingTimeInMillis: () => 900_000,
  } as Context);
  if (batchItemFailures.length > 0) throw new Error("An audit failed");
  const { user, system } = process.cpuUsage(before);
  const effort: Effort = { processorSeconds: (user + system) / 1e6, peakMb: peakMb() };
  writeSync(1, JSON.stringify(effort));
  process.exit();
}

/** The peak from Linux: `resourceUsage().maxRSS` includes the peak of the parent process. */
function peakMb(): number {
  const ownKb = existsSync(STATUS) && /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, "utf8"))?.[1];
  return Number(ownKb || process.resourceUsage().maxRSS) / 1024;
}
