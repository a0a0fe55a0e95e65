import { readFileSync } from "node:fs";
import { handler } from "../../../functions/uptime/index.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { sqsEvent } from "../../support/messages.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";

/** The worker as Lambda runs an instance of it: one batch of messages after the other. */
const { file } = readInput<{ file: string }>();
const batches: unknown[][] = JSON.parse(readFileSync(file, "utf8"));

allowLocalAddresses();
tellParent(
  await effortOf(async () => {
    for (const messages of batches) {
      const { batchItemFailures } = await handler(sqsEvent(...messages));
      if (batchItemFailures.length > 0) throw new Error("A check could not be written");
    }
  }),
);
