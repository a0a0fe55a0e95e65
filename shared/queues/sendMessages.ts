import { randomUUID } from "node:crypto";
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { clientSettings, watchAnswers } from "../awsClient.ts";
import { Overloaded } from "../errors.ts";
import { describeError, log } from "../log.ts";

const MESSAGES_A_REQUEST = 10;
/** SQS takes 1 MiB in one request, whatever the number of messages, and took 256 KiB until 2025. */
const BYTES_A_REQUEST = 250_000;
const ATTEMPTS = 3;
const REQUESTS_AT_ONCE = 10;

export const queueClient = watchAnswers(new SQSClient(clientSettings));

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
  await sendAll(
    queueUrl,
    messages.map((message) => ({ message, group: groupOf(message) })),
  );
}

/** Sends messages of several groups or delays; throws Overloaded when SQS does not take all of them. */
export async function sendAll(queueUrl: string, outgoing: Outgoing[]) {
  const refused = await sendEach(queueUrl, outgoing);
  if (refused.length > 0) throw new Overloaded(`The queue did not take ${refused.length} messages`);
}

/**
 * Sends messages of several groups or delays, several requests at once; returns those that SQS did
 * not take, whatever the reason.
 */
export async function sendEach(queueUrl: string, outgoing: Outgoing[]): Promise<Outgoing[]> {
  const batches = inBatches(outgoing.map((each) => ({ outgoing: each, entry: entryOf(each) })));
  const refused: Outgoing[] = [];
  const sender = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      refused.push(...(await sendBatch(queueUrl, batch)));
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, sender));
  return refused;
}

interface Entry {
  outgoing: Outgoing;
  entry: SendMessageBatchRequestEntry & { MessageBody: string };
}

function entryOf({ message, group, delaySeconds }: Outgoing): Entry["entry"] {
  return {
    Id: randomUUID(),
    MessageBody: asText(message),
    MessageGroupId: group,
    DelaySeconds: delaySeconds,
  };
}

/** SQS refuses a message with these two characters (they are no characters of XML 1.0). */
function asText(message: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`;
  return JSON.stringify(message).replace(/[\uFFFE\uFFFF]/g, escaped);
}

function inBatches(entries: Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const each of entries) {
    const size = Buffer.byteLength(each.entry.MessageBody);
    const last = batches.at(-1);
    if (last && last.length < MESSAGES_A_REQUEST && bytes + size <= BYTES_A_REQUEST) {
      last.push(each);
      bytes += size;
    } else {
      batches.push([each]);
      bytes = size;
    }
  }
  return batches;
}

/** SQS takes or refuses each message of a batch by itself: the refused ones are sent again. */
async function sendBatch(queueUrl: string, batch: Entry[]): Promise<Outgoing[]> {
  let left = batch;
  let reason: Record<string, unknown> = {};
  for (let attempt = 0; attempt < ATTEMPTS && left.length > 0; attempt += 1) {
    const Entries = left.map(({ entry }) => entry);
    try {
      const { Failed = [] } = await queueClient.send(
        new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }),
      );
      left = left.filter(({ entry }) => Failed.some(({ Id }) => Id === entry.Id));
      reason = { codes: [...new Set(Failed.map(({ Code }) => Code))] };
    } catch (error) {
      // The SDK has tried the request again by itself.
      reason = describeError(error);
      break;
    }
  }
  if (left.length > 0)
    log("error", "a queue did not take messages", { count: left.length, ...reason });
  return left.map(({ outgoing }) => outgoing);
}
