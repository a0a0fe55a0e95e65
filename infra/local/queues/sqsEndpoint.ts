import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { type LoopbackServer, listenOnLoopback } from "../http/loopback.ts";
import type { QueueConsumer } from "./consumers.ts";
import { MessageStore } from "./messageStore.ts";
import { sqsActions } from "./sqsActions.ts";

const ACCOUNT = "000000000000";
/** The queues of a DATA_DIR: their messages, and the endpoint for the AWS SDK. */
export interface Queues {
  store: MessageStore;
  endpoint: SqsEndpoint;
  close(): Promise<void>;
}

interface QueuesOptions {
  queueConsumers: QueueConsumer[];
  /** Gets each error that is not the request's. */
  onError?: (error: unknown) => void;
}

/** Opens the queues and their endpoint. */
export async function openQueues(
  dataDir: string,
  { queueConsumers, onError }: QueuesOptions,
): Promise<Queues> {
  const store = new MessageStore(join(dataDir, "queues.sqlite"));
  const endpoint = await startSqsEndpoint({ store, consumers: queueConsumers }, onError);
  return {
    store,
    endpoint,
    async close() {
      await endpoint.close();
      store.close();
    },
  };
}

/** The endpoint to which the AWS SDK of this process sends. */
export interface SqsEndpoint extends LoopbackServer {
  queueUrl(queue: string): string;
}

/**
 * The SQS API on loopback, in its JSON protocol. Event source mappings don't use it: they read the
 * store directly.
 */
export async function startSqsEndpoint(
  options: Parameters<typeof sqsActions>[0],
  onError: QueuesOptions["onError"] = () => {},
): Promise<SqsEndpoint> {
  const actions = sqsActions(options);
  const server = await listenOnLoopback("application/x-amz-json-1.0", (request) =>
    answer(actions, request, onError),
  );
  return { ...server, queueUrl: (queue) => `${server.url}/${ACCOUNT}/${queue}` };
}

/** Never throws: a failure is answered, too. The SDK retries a 500. */
async function answer(
  actions: ReturnType<typeof sqsActions>,
  request: IncomingMessage,
  onError: (error: unknown) => void,
) {
  try {
    const name = String(request.headers["x-amz-target"]);
    const body = await text(request);
    const action = actions.get(name.replace(/^AmazonSQS\./, ""));
    if (!action) throw new SyntaxError(`The local queues don't know ${name}`);
    return { status: 200, body: action(JSON.parse(body)) };
  } catch (error) {
    if (!isRefusal(error)) onError(error);
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
