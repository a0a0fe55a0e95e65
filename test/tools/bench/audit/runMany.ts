import { isMainThread } from "node:worker_threads";
import type { Context } from "aws-lambda";
import { handler } from "../../../../functions/workers/audit/index.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";

/** One call of the audit's function with these messages, bundled and in threads as on AWS. */
if (isMainThread) void run();

async function run() {
  const { messages, remainingMs } = readInput<{ messages: unknown[]; remainingMs: number }>();
  allowLocalAddresses();
  process.stdout.write = () => true;
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  let failures = 0;
  const effort = await effortOf(async () => {
    const { batchItemFailures } = await handler(sqsEvent(...messages), context);
    failures = batchItemFailures.length;
  });
  tellParent({ effort, failures });
  if (process.env["NODE_OPTIONS"]) process.exit();
}
