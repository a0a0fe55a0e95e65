import {
  ChangeMessageVisibilityCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { deadLetterQueue, sqs } from "./deadLetterQueue.ts";

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
