import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { MessageStore } from "./messageStore.ts";
import { act, isRefusal } from "./sqsActions.ts";

const ACCOUNT = "000000000000";

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
