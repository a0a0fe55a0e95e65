import { randomUUID } from "node:crypto";
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from "@aws-sdk/client-sqs";

const MESSAGES_A_REQUEST = 10;
const ATTEMPTS = 3;

const client = new SQSClient({});

/**
 * Sends each message as JSON; throws when SQS does not take all of them. `groupOf` says on whose
 * behalf a message is sent: SQS then lets nobody's many messages hold up those of the others.
 */
export async function sendMessages<Message>(
  queueUrl: string,
  messages: Message[],
  groupOf: (message: Message) => string | undefined = () => undefined,
) {
  for (let first = 0; first < messages.length; first += MESSAGES_A_REQUEST) {
    const entries = messages.slice(first, first + MESSAGES_A_REQUEST).map((message) => ({
      Id: randomUUID(),
      MessageBody: JSON.stringify(message),
      MessageGroupId: groupOf(message),
    }));
    await sendBatch(queueUrl, entries);
  }
}

/** SQS takes or refuses each message of a batch by itself: the refused ones are sent again. */
async function sendBatch(queueUrl: string, all: SendMessageBatchRequestEntry[]) {
  let entries = all;
  let codes = new Set<string | undefined>();
  for (let attempt = 0; attempt < ATTEMPTS && entries.length > 0; attempt += 1) {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    );
    entries = entries.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
    codes = new Set(Failed.map(({ Code }) => Code));
  }
  if (entries.length === 0) return;
  throw new Error(`The queue did not take ${entries.length} messages: ${[...codes].join(", ")}`);
}
