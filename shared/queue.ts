import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";

const MESSAGES_A_REQUEST = 10;
const ATTEMPTS = 3;

const client = new SQSClient({});

/** Sends each message as JSON; throws when SQS does not take all of them. */
export async function sendMessages(queueUrl: string, messages: unknown[]) {
  for (let first = 0; first < messages.length; first += MESSAGES_A_REQUEST) {
    await sendBatch(queueUrl, messages.slice(first, first + MESSAGES_A_REQUEST));
  }
}

/** SQS takes or refuses each message of a batch by itself: the refused ones are sent again. */
async function sendBatch(queueUrl: string, messages: unknown[]) {
  let entries = messages.map((message) => ({
    Id: randomUUID(),
    MessageBody: JSON.stringify(message),
  }));
  for (let attempt = 0; attempt < ATTEMPTS && entries.length > 0; attempt += 1) {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    );
    entries = entries.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
  }
  if (entries.length > 0) throw new Error(`${entries.length} messages were not taken by the queue`);
}
