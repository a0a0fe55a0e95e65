import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { MessageStore } from "./messageStore.ts";

const ACCOUNT = "000000000000";
const LONGEST_DELAY_SECONDS = 900;
const MESSAGES_A_BATCH = 10;

const message = z.object({
  MessageBody: z.string().check(z.minLength(1)),
  DelaySeconds: z._default(z.int().check(z.gte(0), z.lte(LONGEST_DELAY_SECONDS)), 0),
});
const QueueUrl = z.string().check(z.regex(/^https?:\/\/[^/]+\/\d+\/[\w-]+$/));
const sendMessage = z.extend(message, { QueueUrl });
const sendMessageBatch = z.object({
  QueueUrl,
  Entries: z
    .array(z.extend(message, { Id: z.string() }))
    .check(z.minLength(1), z.maxLength(MESSAGES_A_BATCH)),
});

/** The queues of a DATA_DIR: what they hold, and where the AWS SDK sends to. */
export interface Queues {
  store: MessageStore;
  endpoint: SqsEndpoint;
  close(): Promise<void>;
}

/** Opens them; they can be sent to once it resolves. */
export async function openQueues(dataDir: string): Promise<Queues> {
  const store = new MessageStore(join(dataDir, "queues.sqlite"));
  const endpoint = await startSqsEndpoint(store);
  return {
    store,
    endpoint,
    async close() {
      await endpoint.close();
      store.close();
    },
  };
}

/** Where the AWS SDK of this process sends messages to. */
export interface SqsEndpoint {
  url: string;
  queueUrl(queue: string): string;
  close(): Promise<void>;
}

/**
 * Listens on loopback for what the functions ask of SQS, in its JSON protocol: SendMessage and
 * SendMessageBatch. Receiving is for the event source mappings, which read the store themselves.
 */
export async function startSqsEndpoint(store: MessageStore): Promise<SqsEndpoint> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(store, request);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    queueUrl: (queue) => `${url}/${ACCOUNT}/${queue}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Never throws: also what can't be read, or stored, is answered. The SDK tries a 500 again. */
async function answer(store: MessageStore, request: IncomingMessage) {
  try {
    const action = String(request.headers["x-amz-target"]);
    return { status: 200, body: act(store, action, await text(request)) };
  } catch (error) {
    const [status, type] = isRefusal(error)
      ? [400, "InvalidParameterValue"]
      : [500, "InternalError"];
    const message = error instanceof Error ? error.message : String(error);
    return { status, body: { __type: `com.amazonaws.sqs#${type}`, message } };
  }
}

/** Does what a request to SQS asks for, and returns the answer; throws when it is malformed. */
function act(store: MessageStore, action: string, body: string): unknown {
  const send = (queueUrl: string, { MessageBody, DelaySeconds }: z.infer<typeof message>) => ({
    MessageId: store.send(queueUrl.split("/").at(-1) ?? "", MessageBody, DelaySeconds * 1000),
    MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
  });
  if (action === "AmazonSQS.SendMessage") {
    const input = sendMessage.parse(JSON.parse(body));
    return send(input.QueueUrl, input);
  }
  if (action === "AmazonSQS.SendMessageBatch") {
    const { QueueUrl, Entries } = sendMessageBatch.parse(JSON.parse(body));
    const Successful = Entries.map((entry) => ({ Id: entry.Id, ...send(QueueUrl, entry) }));
    return { Successful, Failed: [] };
  }
  throw new SyntaxError(`The local queues don't know ${action}`);
}

/** Whether an error says that the request was wrong, and not that something went wrong here. */
function isRefusal(error: unknown): error is Error {
  return error instanceof SyntaxError || error instanceof z.core.$ZodError;
}
