import { SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { clientSettings } from "../../shared/awsClient.ts";

/** A variable for each queue, named after the folder of the worker that gave its messages up. */
const VARIABLES = "DEAD_LETTERS_";

export const sqs = new SQSClient(clientSettings);

/** What a worker has given up. */
export interface DeadLetterQueue {
  /** The worker's folder. */
  name: string;
  url: string;
}

/** All of them, by name. */
export function deadLetterQueues(): DeadLetterQueue[] {
  return Object.entries(process.env)
    .flatMap(([variable, url]) =>
      variable.startsWith(VARIABLES) && url
        ? [{ name: variable.slice(VARIABLES.length), url }]
        : [],
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The one that a command is about, by its name. */
export const deadLetterQueue = z.pipe(
  z.string("QUEUE must be the name of a worker."),
  z.transform((given, { issues }) => {
    const queues = deadLetterQueues();
    const found = queues.find(({ name }) => name === given);
    if (found) return found;
    const known = queues.map(({ name }) => name).join(", ");
    const message = `There are no dead letters of "${given}", only of ${known}.`;
    issues.push({ code: "custom", message, input: given });
    return z.NEVER;
  }),
);
