import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { MessageStore } from "./messageStore.ts";

const ACCOUNT = "000000000000";

/** Where the AWS SDK of this process sends messages to. */
export interface SqsEndpoint {
  url: string;
  queueUrl(queue: string): string;
  close(): Promise<void>;
}

interface Entry {
  Id: string;
  MessageBody: string;
  DelaySeconds?: number;
}

interface SendRequest extends Partial<Entry> {
  QueueUrl: string;
  Entries?: Entry[];
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

async function answer(store: MessageStore, request: IncomingMessage) {
  const action = String(request.headers["x-amz-target"]).replace("AmazonSQS.", "");
  const input: SendRequest = JSON.parse(await text(request));
  const queue = input.QueueUrl.split("/").at(-1) ?? "";
  const send = ({ MessageBody, DelaySeconds = 0 }: Omit<Entry, "Id">) => ({
    MessageId: store.send(queue, MessageBody, DelaySeconds * 1000),
    MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
  });
  if (action === "SendMessage") {
    return { status: 200, body: send({ MessageBody: "", ...input }) };
  }
  if (action === "SendMessageBatch") {
    const sent = (input.Entries ?? []).map((entry) => ({ Id: entry.Id, ...send(entry) }));
    return { status: 200, body: { Successful: sent, Failed: [] } };
  }
  const message = `The local queues don't know ${action} (${randomUUID()})`;
  return { status: 400, body: { __type: "com.amazonaws.sqs#UnsupportedOperation", message } };
}
