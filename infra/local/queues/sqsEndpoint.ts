import { createHash } from "node:crypto";
import { join } from "node:path";
import { listenOnLoopback } from "../http/loopback.ts";
import type { QueueConsumer } from "../template.ts";
import { arnOf, MessageStore } from "./messageStore.ts";

const ACCOUNT = "000000000000";

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
  const { url, close } = await listenOnLoopback(async ({ headers }, body) => {
    const name = String(headers["x-amz-target"]);
    const action = actions[name.replace(/^AmazonSQS\./, "")];
    if (!action) throw new Error(`The local queues don't know ${name}`);
    return { body: action(JSON.parse(body)) };
  });
  return {
    ...{ store, url },
    queueUrl: (queue: string) => `${url}/${ACCOUNT}/${queue}`,
    async close() {
      await close();
      store.close();
    },
  };
}

interface NewMessage {
  MessageBody: string;
  DelaySeconds?: number;
}

/** What the AWS SDK sends. */
interface Input extends NewMessage {
  QueueUrl: string;
  Entries: (NewMessage & { Id: string })[];
  ReceiptHandle: string;
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  SourceArn: string;
}

/** The actions of SQS that the functions use, by their names in the JSON protocol. */
function sqsActions(
  store: MessageStore,
  consumers: QueuesOptions["queueConsumers"],
): Readonly<Record<string, (input: Input) => object>> {
  function send(queueUrl: string, { MessageBody, DelaySeconds = 0 }: NewMessage) {
    const MessageId = store.send(nameIn(queueUrl), MessageBody, DelaySeconds * 1000);
    return { MessageId, MD5OfMessageBody: md5(MessageBody) };
  }

  return {
    SendMessage: ({ QueueUrl, ...message }) => send(QueueUrl, message),
    SendMessageBatch: ({ QueueUrl, Entries }) => ({
      Successful: Entries.map((entry) => ({ Id: entry.Id, ...send(QueueUrl, entry) })),
      Failed: [],
    }),
    // Never waits: unlike SQS, the store knows all messages at once.
    ReceiveMessage({ QueueUrl, MaxNumberOfMessages = 1, VisibilityTimeout = 30 }) {
      const queue = nameIn(QueueUrl);
      const messages = store.receive(queue, MaxNumberOfMessages, VisibilityTimeout * 1000);
      return {
        Messages: messages.map(({ id, body, receives, sentAt }) => ({
          ...{ MessageId: id, ReceiptHandle: id, Body: body, MD5OfBody: md5(body) },
          Attributes: { SentTimestamp: String(sentAt), ApproximateReceiveCount: String(receives) },
        })),
      };
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
      if (!source) throw new Error(`${from} has no dead letters`);
      store.redrive(from, source.queue);
      return { TaskHandle: from };
    },
  };
}

function nameIn(queueUrl: string): string {
  return queueUrl.split("/").at(-1) ?? "";
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
