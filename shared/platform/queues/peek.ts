import {
  ChangeMessageVisibilityCommand,
  type Message,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { queueClient } from "./sendMessages.ts";

const MESSAGES_A_REQUEST = 10;
/** If this function is cut off, its messages become visible again after this time. */
const HIDDEN_SECONDS = 60;
/** A wait above 0 makes SQS query all its servers, not a sample. */
const WAIT_SECONDS = 1;

/** Receives up to `limit` messages of a queue, each once, and releases all of them in the end. */
export async function* peek(
  QueueUrl: string,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Message[]> {
  const received = new Map<string | undefined, string | undefined>();
  try {
    while (received.size < limit) {
      const { Messages = [] } = await queueClient.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(MESSAGES_A_REQUEST, limit - received.size),
          MessageSystemAttributeNames: ["SentTimestamp"],
          VisibilityTimeout: HIDDEN_SECONDS,
          WaitTimeSeconds: WAIT_SECONDS,
        }),
      );
      if (Messages.length === 0) break;
      const fresh = Messages.filter(({ MessageId }) => !received.has(MessageId));
      for (const { MessageId, ReceiptHandle } of Messages) received.set(MessageId, ReceiptHandle);
      yield fresh;
    }
  } finally {
    // A message that can't be released becomes visible again after HIDDEN_SECONDS.
    await Promise.allSettled(
      [...received.values()].map((ReceiptHandle) =>
        queueClient.send(
          new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
        ),
      ),
    );
  }
}
