import { readFileSync } from "node:fs";
import { handler } from "../../../functions/rounds/index.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { sqsEvent } from "../../support/messages.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";

/** The worker as Lambda runs an instance of it: one message after the other. */
const { file } = readInput<{ file: string }>();
const messages: unknown[] = JSON.parse(readFileSync(file, "utf8"));

allowLocalAddresses();
tellParent(
  await effortOf(async () => {
    for (const message of messages) {
      const { batchItemFailures } = await handler(sqsEvent(message));
      if (batchItemFailures.length > 0) throw new Error("A round could not be made");
    }
  }),
);
