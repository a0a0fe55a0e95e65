import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { type LoopbackServer, listenOnLoopback } from "../http/loopback.ts";
import type { QueueConsumer } from "./consumers.ts";
import { MessageStore } from "./messageStore.ts";
import { sqsActions } from "./sqsActions.ts";

const ACCOUNT = "000000000000";
/** The queues of a DATA_DIR: what they hold, and where the AWS SDK sends to. */
export interface Queues {
  store: MessageStore;
  endpoint: SqsEndpoint;
  close(): Promise<void>;
}

/** Opens them; they can be sent to once it resolves. `consumers` says whose dead letters are where. */
export async function openQueues(
  dataDir: string,
  { queueConsumers }: { queueConsumers: QueueConsumer[] },
): Promise<Queues> {
  const store = new MessageStore(join(dataDir, "queues.sqlite"));
  const endpoint = await startSqsEndpoint({ store, consumers: queueConsumers });
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
export interface SqsEndpoint extends LoopbackServer {
  queueUrl(queue: string): string;
}

/**
 * Listens on loopback for what the functions ask of SQS, in its JSON protocol. The event source
 * mappings receive without it: they read the store themselves.
 */
export async function startSqsEndpoint(
  options: Parameters<typeof sqsActions>[0],
): Promise<SqsEndpoint> {
  const actions = sqsActions(options);
  const server = await listenOnLoopback("application/x-amz-json-1.0", (request) =>
    answer(actions, request),
  );
  return { ...server, queueUrl: (queue) => `${server.url}/${ACCOUNT}/${queue}` };
}

/** Never throws: also what can't be read, or stored, is answered. The SDK tries a 500 again. */
async function answer(actions: ReturnType<typeof sqsActions>, request: IncomingMessage) {
  try {
    const name = String(request.headers["x-amz-target"]);
    const body = await text(request);
    const action = actions.get(name.replace(/^AmazonSQS\./, ""));
    if (!action) throw new SyntaxError(`The local queues don't know ${name}`);
    return { status: 200, body: action(JSON.parse(body)) };
  } catch (error) {
    const [status, type] = isRefusal(error)
      ? [400, "InvalidParameterValue"]
      : [500, "InternalError"];
    const message = error instanceof Error ? error.message : String(error);
    return { status, body: { __type: `com.amazonaws.sqs#${type}`, message } };
  }
}

/** Whether an error says that the request was wrong, and not that something went wrong here. */
function isRefusal(error: unknown): error is Error {
  return error instanceof SyntaxError || error instanceof z.core.$ZodError;
}
