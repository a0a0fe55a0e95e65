import {
  GetQueueAttributesCommand,
  type Message,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from "@aws-sdk/client-sqs";
import { peek } from "../../shared/platform/queues/peek.ts";
import { queueClient } from "../../shared/platform/queues/sendMessages.ts";
import { timestamp } from "../../shared/platform/time.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";

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

/** The dead-letter queue of a worker; throws WrongInput if there is no such worker. */
function requireQueue(worker: string): DeadLetterQueue {
  const queues = deadLetterQueues();
  const queue = queues.find(({ name }) => name === worker);
  if (queue) return queue;
  const names = queues.map(({ name }) => name).join(", ");
  throw new WrongInput(`There are no dead letters of "${worker}", only of ${names}.`);
}

/** Number of messages in each queue. SQS counts approximately, and lags by up to a minute. */
export async function listDeadLetters() {
  return Promise.all(
    deadLetterQueues().map(async ({ name: queue, url }) => {
      return { queue, messages: await countMessages(url) };
    }),
  );
}

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

/** Shows messages of a queue, oldest first, and leaves them in it. */
export async function showDeadLetters({ queue, limit }: CommandInput<"dead-letter show">) {
  const { url } = requireQueue(queue);
  const messages: Message[] = [];
  for await (const some of peek(url, limit)) messages.push(...some);
  return messages
    .map(({ MessageId, Body = "", Attributes }) => ({
      id: MessageId,
      sent_at: timestamp(new Date(Number(Attributes?.SentTimestamp))),
      body: Body,
    }))
    .toSorted((a, b) => (a.sent_at < b.sent_at ? -1 : 1));
}

/** Has SQS move all messages of a queue back to the worker's own, which retries them like new ones. */
export async function redriveDeadLetters({ queue }: CommandInput<"dead-letter redrive">) {
  const { name, url } = requireQueue(queue);
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
}
