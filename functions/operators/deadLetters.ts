import {
  GetQueueAttributesCommand,
  type Message,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { peek } from "../../shared/queues/peek.ts";
import { queueClient } from "../../shared/queues/sendMessages.ts";
import { timestamp } from "../../shared/time.ts";
import { command, WrongInput, wholeNumber } from "./command.ts";

/** Prefix of the variables with the queues' URLs; the rest is the folder of the worker. */
const VARIABLES = "DEAD_LETTERS_";

/** The queue of the messages that a worker could not process. */
interface DeadLetterQueue {
  /** The worker's folder. */
  name: string;
  url: string;
}

/** All dead-letter queues, sorted by name. */
function deadLetterQueues(): DeadLetterQueue[] {
  return Object.entries(process.env)
    .flatMap(([variable, url]) =>
      variable.startsWith(VARIABLES) && url
        ? [{ name: variable.slice(VARIABLES.length), url }]
        : [],
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Turns the name of a worker into its dead-letter queue. */
const deadLetterQueue = z.pipe(
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

/** Number of messages in each queue. SQS counts approximately, and lags by up to a minute. */
export const listDeadLetters = command({}, () =>
  Promise.all(
    deadLetterQueues().map(async ({ name: queue, url }) => {
      return { queue, messages: await countMessages(url) };
    }),
  ),
);

/** Includes messages that another reader has received and not yet released. */
async function countMessages(QueueUrl: string): Promise<number> {
  const AttributeNames = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
  ] as const;
  const { Attributes = {} } = await queueClient.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
}

const LIMIT = 10;
const MOST = 100;

const limit = z._default(wholeNumber("--limit", MOST), LIMIT);

/** Shows messages of a queue, oldest first, and leaves them in it. */
export const showDeadLetters = command(
  { queue: deadLetterQueue, limit },
  async ({ queue: { url }, limit }) => {
    const messages: Message[] = [];
    for await (const some of peek(url, limit)) messages.push(...some);
    return messages
      .map(({ MessageId, Body = "", Attributes }) => ({
        id: MessageId,
        sent_at: timestamp(new Date(Number(Attributes?.SentTimestamp))),
        body: Body,
      }))
      .toSorted((a, b) => (a.sent_at < b.sent_at ? -1 : 1));
  },
);

/** Has SQS move all messages of a queue back to the worker's own, which retries them like new ones. */
export const redriveDeadLetters = command(
  { queue: deadLetterQueue },
  async ({ queue: { name, url } }) => {
    const { Attributes = {} } = await queueClient.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"],
      }),
    );
    try {
      await queueClient.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes.QueueArn }));
    } catch (error) {
      if (!(error instanceof UnsupportedOperation)) throw error;
      throw new WrongInput(`The dead letters of ${name} are being sent back already.`);
    }
    return { queue: name, messages: Number(Attributes.ApproximateNumberOfMessages) };
  },
);
