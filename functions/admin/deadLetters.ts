import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { clientSettings } from "../../shared/awsClient.ts";
import { timestamp } from "../../shared/time.ts";
import { command, WrongInput } from "./command.ts";

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

/** How many messages each worker has given up. SQS counts within a minute, and roughly. */
export const listDeadLetters = command({}, () =>
  Promise.all(
    deadLetterQueues().map(async ({ name: queue, url }) => {
      return { queue, messages: await countMessages(url) };
    }),
  ),
);

/** Those that somebody is looking at included. */
async function countMessages(QueueUrl: string): Promise<number> {
  const AttributeNames = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
  ] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
  );
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
}

const LIMIT = 10;
const MOST = 100;
const MESSAGES_A_REQUEST = 10;
/** Should this function be cut off, its messages can be seen again after that. */
const HIDDEN_SECONDS = 60;
/** SQS asks all of its servers, not some, when it may wait. */
const WAIT_SECONDS = 1;

const error = `--limit must be a whole number from 1 to ${MOST}.`;
const limit = z._default(z.int(error).check(z.gte(1, error), z.lte(MOST, error)), LIMIT);

/** Some of the messages that a worker has given up, oldest first. They stay where they are. */
export const showDeadLetters = command(
  { queue: deadLetterQueue, limit },
  async ({ queue: { url }, limit }) => {
    const messages = await peek(url, limit);
    return messages
      .map(({ MessageId, Body = "", Attributes }) => ({
        id: MessageId,
        sent_at: timestamp(new Date(Number(Attributes?.SentTimestamp))),
        body: Body,
      }))
      .toSorted((a, b) => (a.sent_at < b.sent_at ? -1 : 1));
  },
);

/** Receives so many messages, so that each comes once, and then lets go of all of them. */
async function peek(QueueUrl: string, limit: number): Promise<Message[]> {
  const messages = new Map<string | undefined, Message>();
  try {
    while (messages.size < limit) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(MESSAGES_A_REQUEST, limit - messages.size),
          MessageSystemAttributeNames: ["SentTimestamp"],
          VisibilityTimeout: HIDDEN_SECONDS,
          WaitTimeSeconds: WAIT_SECONDS,
        }),
      );
      if (Messages.length === 0) break;
      for (const message of Messages) messages.set(message.MessageId, message);
    }
    return [...messages.values()];
  } finally {
    // Those that it can't let go of can be seen again by themselves.
    await Promise.allSettled(
      [...messages.values()].map(({ ReceiptHandle }) =>
        sqs.send(
          new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
        ),
      ),
    );
  }
}

/**
 * Sends all that a worker has given up back to its queue, where it is tried as often as new messages
 * are. SQS does it, in its own time.
 */
export const redriveDeadLetters = command(
  { queue: deadLetterQueue },
  async ({ queue: { name, url } }) => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"],
      }),
    );
    try {
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes.QueueArn }));
    } catch (error) {
      if (!(error instanceof UnsupportedOperation)) throw error;
      throw new WrongInput(`The dead letters of ${name} are being sent back already.`);
    }
    return { queue: name, messages: Number(Attributes.ApproximateNumberOfMessages) };
  },
);
