import { randomUUID } from "node:crypto";
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { clientSettings, watchAnswers } from "../awsClient.ts";
import { Overloaded } from "../errors.ts";
import { forEach } from "../forEach.ts";
import { describeError, log } from "../log.ts";

const MESSAGES_A_REQUEST = 10;
/** Below the 256 KiB that SQS took in one request until 2025; today it takes 1 MiB. */
const BYTES_A_REQUEST = 250_000;
const ATTEMPTS = 3;
const REQUESTS_AT_ONCE = 10;

export const queueClient = watchAnswers(new SQSClient(clientSettings));

/** A message to send. */
export interface Outgoing {
  message: unknown;
  /** The owner of the message: SQS keeps the messages of one owner from delaying those of others. */
  group?: string | undefined;
  /** At most 900. */
  delaySeconds?: number;
}

/** Sends each message as JSON; throws Overloaded when SQS refuses some. */
export async function sendMessages(queueUrl: string, outgoing: Outgoing[]) {
  const refused = await sendEach(queueUrl, outgoing);
  if (refused.length > 0) throw new Overloaded(`The queue did not take ${refused.length} messages`);
}

/** Sends each message as JSON; returns those that SQS did not take. */
export async function sendEach(queueUrl: string, outgoing: Outgoing[]): Promise<Outgoing[]> {
  const batches = inBatches(outgoing.map((each) => ({ outgoing: each, entry: entryOf(each) })));
  const refused: Outgoing[] = [];
  await forEach(batches, REQUESTS_AT_ONCE, async (batch) => {
    refused.push(...(await sendBatch(queueUrl, batch)));
  });
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

/** Escapes two characters that XML 1.0 does not allow, and SQS therefore refuses. */
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

/** Sends a batch, and tries again with the messages that SQS refuses; returns those it never took. */
async function sendBatch(queueUrl: string, batch: Entry[]): Promise<Outgoing[]> {
  let rest = batch;
  let reason: Record<string, unknown> = {};
  for (let attempt = 0; attempt < ATTEMPTS && rest.length > 0; attempt += 1) {
    const Entries = rest.map(({ entry }) => entry);
    try {
      const { Failed = [] } = await queueClient.send(
        new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }),
      );
      rest = rest.filter(({ entry }) => Failed.some(({ Id }) => Id === entry.Id));
      reason = { codes: [...new Set(Failed.map(({ Code }) => Code))] };
    } catch (error) {
      // The SDK has already retried the request.
      reason = describeError(error);
      break;
    }
  }
  if (rest.length > 0)
    log("error", "a queue did not take messages", { count: rest.length, ...reason });
  return rest.map(({ outgoing }) => outgoing);
}
