import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import * as z from "zod/mini";
import { listenOnLoopback } from "../http/loopback.ts";
import type { QueueConsumer } from "../template.ts";
import { arnOf, type Message, MessageStore } from "./messageStore.ts";

const ACCOUNT = "000000000000";
const LONGEST_DELAY_SECONDS = 900;
const MESSAGES_A_BATCH = 10;
/** The limit of a message, and of a batch. */
const MESSAGE_BYTES = 1_048_576;
/** Characters that XML 1.0 does not allow. */
const REFUSED = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

interface QueuesOptions {
  /** The consumers, to whose queues dead letters are sent back. */
  queueConsumers: Pick<QueueConsumer, "queue" | "deadLetters">[];
}

/**
 * Opens the queues of a DATA_DIR: their messages, and the SQS API on loopback, in its JSON protocol. Event source
 * mappings don't use that: they read the store directly.
 */
export async function openQueues(dataDir: string, { queueConsumers }: QueuesOptions) {
  const store = new MessageStore(join(dataDir, "queues.sqlite"));
  const actions = sqsActions(store, queueConsumers);
  async function answer({ headers }: IncomingMessage, body: string) {
    const name = String(headers["x-amz-target"]);
    const action = actions.get(name.replace(/^AmazonSQS\./, ""));
    if (!action) throw new SyntaxError(`The local queues don't know ${name}`);
    return { body: action(JSON.parse(body)) };
  }
  const { url, close } = await listenOnLoopback({ answer, refusal: "InvalidParameterValue" });
  return {
    ...{ store, url },
    queueUrl: (queue: string) => `${url}/${ACCOUNT}/${queue}`,
    async close() {
      await close();
      store.close();
    },
  };
}

/** What the AWS SDK asks for; only what is sent is checked, as its texts come from elsewhere. */
interface Input {
  QueueUrl: string;
  ReceiptHandle: string;
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  SourceArn: string;
}

/** An action of SQS: its output for an input. Throws when what is sent is malformed. */
type Action = (input: Input) => object;

const message = z.object({
  MessageBody: z.string().check(
    z.minLength(1),
    z.refine((body) => !REFUSED.test(body), "Invalid characters in the message"),
    z.refine((body) => Buffer.byteLength(body) <= MESSAGE_BYTES, "Message too long"),
  ),
  MessageGroupId: z.optional(z.string().check(z.regex(/^[!-~]{1,128}$/))),
  DelaySeconds: z._default(z.int().check(z.gte(0), z.lte(LONGEST_DELAY_SECONDS)), 0),
});
const QueueUrl = z.string().check(z.regex(/^https?:\/\/[^/]+\/\d+\/[\w-]+$/));
const sendMessage = z.extend(message, { QueueUrl });
const sendMessageBatch = z.object({
  QueueUrl,
  Entries: z.array(z.extend(message, { Id: z.string().check(z.regex(/^[\w-]{1,80}$/)) })).check(
    z.minLength(1),
    z.maxLength(MESSAGES_A_BATCH),
    z.refine((all) => new Set(all.map(({ Id }) => Id)).size === all.length, "Ids not distinct"),
    z.refine((all) => bytesOf(all) <= MESSAGE_BYTES, "Batch request too long"),
  ),
});

function bytesOf(messages: { MessageBody: string }[]): number {
  return messages.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
}

/** The actions of SQS that the functions use, by their names in the JSON protocol. */
function sqsActions(
  store: MessageStore,
  consumers: QueuesOptions["queueConsumers"],
): ReadonlyMap<string, Action> {
  function send(queueUrl: string, { MessageBody, DelaySeconds }: z.infer<typeof message>) {
    const MessageId = store.send(nameIn(queueUrl), MessageBody, DelaySeconds * 1000);
    return { MessageId, MD5OfMessageBody: md5(MessageBody) };
  }

  const actions: Record<string, Action> = {
    SendMessage(input) {
      const { QueueUrl, ...message } = sendMessage.parse(input);
      return send(QueueUrl, message);
    },
    SendMessageBatch(input) {
      const { QueueUrl, Entries } = sendMessageBatch.parse(input);
      const Successful = Entries.map((entry) => ({ Id: entry.Id, ...send(QueueUrl, entry) }));
      return { Successful, Failed: [] };
    },
    // Never waits: unlike SQS, the store knows all messages at once.
    ReceiveMessage({ QueueUrl, MaxNumberOfMessages = 1, VisibilityTimeout = 30 }) {
      const queue = nameIn(QueueUrl);
      const messages = store.receive(queue, MaxNumberOfMessages, VisibilityTimeout * 1000);
      return messages.length > 0 ? { Messages: messages.map(present) } : {};
    },
    ChangeMessageVisibility({ ReceiptHandle, VisibilityTimeout = 0 }) {
      store.hide(ReceiptHandle, VisibilityTimeout * 1000);
      return {};
    },
    DeleteMessage({ ReceiptHandle }) {
      store.delete(ReceiptHandle);
      return {};
    },
    GetQueueAttributes({ QueueUrl }) {
      const queue = nameIn(QueueUrl);
      const { visible, hidden } = store.depth(queue);
      return {
        Attributes: {
          QueueArn: arnOf(queue),
          ApproximateNumberOfMessages: String(visible),
          ApproximateNumberOfMessagesNotVisible: String(hidden),
        },
      };
    },
    StartMessageMoveTask({ SourceArn }) {
      const from = SourceArn.split(":").at(-1) ?? "";
      const source = consumers.find(({ deadLetters }) => deadLetters?.queue === from);
      if (!source) throw new SyntaxError("Source queue must be configured as a Dead Letter Queue.");
      store.redrive(from, source.queue);
      return { TaskHandle: from };
    },
  };
  return new Map(Object.entries(actions));
}

function present({ id, body, receives, sentAt }: Message) {
  return {
    MessageId: id,
    ReceiptHandle: id,
    Body: body,
    MD5OfBody: md5(body),
    Attributes: { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(receives) },
  };
}

function nameIn(queueUrl: string): string {
  return queueUrl.split("/").at(-1) ?? "";
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
