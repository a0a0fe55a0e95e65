import { readFileSync } from "node:fs";
import { handler } from "../../../functions/monitoring/rounds/index.ts";
import { sqsEvent } from "../../support/messages.ts";
import { effortOf, readInput, takeTurns } from "../inChild.ts";
import { reachSites, type Sites } from "./sites.ts";

const MAX_RECEIVES = 5;

/** The worker as Lambda runs an instance of it: one message after the other. */
const { file, sites } = readInput<{ file: string; sites: Sites }>();
const messages: unknown[] = JSON.parse(readFileSync(file, "utf8"));

reachSites(sites);
takeTurns(async () => {
  const effort = await effortOf(async () => {
    for (const message of messages) await make(message);
  });
  return { ...effort, calls: messages.length };
});

/** Handles a message, again if it fails, as a queue does: on a busy machine, a connection may take more than a second. */
async function make(message: unknown) {
  for (let receive = 0; receive < MAX_RECEIVES; receive += 1) {
    const { batchItemFailures } = await handler(sqsEvent(message));
    if (batchItemFailures.length === 0) return;
  }
  throw new Error("A round could not be made");
}
