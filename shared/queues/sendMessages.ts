import { randomUUID } from "node:crypto";
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from "@aws-sdk/client-sqs";

const MESSAGES_A_REQUEST = 10;
/** SQS takes 256 KiB in one request, whatever the number of messages. */
const BYTES_A_REQUEST = 250_000;
const ATTEMPTS = 3;

export const queueClient = new SQSClient({});

/** A message, and how it is sent. */
export interface Outgoing {
  message: unknown;
  /** On whose behalf: SQS then lets nobody's many messages hold up those of the others. */
  group?: string | undefined;
  /** At most 900. */
  delaySeconds?: number;
}

/** Sends each message as JSON; throws when SQS does not take all of them. `groupOf` says on whose behalf. */
export async function sendMessages<Message>(
  queueUrl: string,
  messages: Message[],
  groupOf: (message: Message) => string | undefined = () => undefined,
) {
  const outgoing = messages.map((message) => ({ message, group: groupOf(message) }));
  await sendEach(queueUrl, outgoing);
}

/** Sends messages of several groups or delays; throws when SQS does not take all of them. */
export async function sendEach(queueUrl: string, outgoing: Outgoing[]) {
  let entries: SendMessageBatchRequestEntry[] = [];
  let bytes = 0;
  for (const { message, group, delaySeconds } of outgoing) {
    const MessageBody = JSON.stringify(message);
    const size = Buffer.byteLength(MessageBody);
    const isFull = entries.length === MESSAGES_A_REQUEST || bytes + size > BYTES_A_REQUEST;
    if (isFull && entries.length > 0) {
      await sendBatch(queueUrl, entries);
      entries = [];
      bytes = 0;
    }
    entries.push({
      Id: randomUUID(),
      MessageBody,
      MessageGroupId: group,
      DelaySeconds: delaySeconds,
    });
    bytes += size;
  }
  await sendBatch(queueUrl, entries);
}

/** SQS takes or refuses each message of a batch by itself: the refused ones are sent again. */
async function sendBatch(queueUrl: string, all: SendMessageBatchRequestEntry[]) {
  let entries = all;
  let codes = new Set<string | undefined>();
  for (let attempt = 0; attempt < ATTEMPTS && entries.length > 0; attempt += 1) {
    const { Failed = [] } = await queueClient.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    );
    entries = entries.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
    codes = new Set(Failed.map(({ Code }) => Code));
  }
  if (entries.length === 0) return;
  throw new Error(`The queue did not take ${entries.length} messages: ${[...codes].join(", ")}`);
}
