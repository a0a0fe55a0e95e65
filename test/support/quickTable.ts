import { connect, type Socket } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { requireEnv } from "../../shared/platform/env.ts";

/**
 * Makes requests to the embedded DynamoDB cheap, since a third of the tests' processor time is spent on
 * them: without what only DynamoDB itself needs, with a made-up signature, which is never verified, and
 * on a plain socket instead of Node's HTTP client. Requests to other services, and those that can be
 * aborted, take the SDK's own way.
 */
const MADE_UP = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  "x-amz-date": "20260101T000000Z",
};

/** The SDK's middlewares that sign a request and describe its sender. */
const UNUSED = [
  "httpAuthSchemeMiddleware",
  "httpSigningMiddleware",
  "getUserAgentMiddleware",
  "recursionDetectionMiddleware",
];

interface Request {
  headers: Record<string, string>;
  hostname: string;
  port?: number;
  path: string;
  body: Uint8Array;
}
interface Client {
  config: { serviceId: string };
  middlewareStack: { remove(name: string): boolean };
  send(...command: unknown[]): unknown;
}
interface Handler {
  handle(request: Request, options?: { abortSignal?: AbortSignal }): Promise<{ response: object }>;
  [isReplaced]?: true;
}

const isReplaced = Symbol.for("sends requests to DynamoDB by a plain socket");

// Test files share the AWS SDK, and with it the classes of its clients and request handlers.
const client = new DynamoDBClient({ region: "eu-west-1" });
const clients: Client = Object.getPrototypeOf(DynamoDBClient.prototype);
const handler: Handler = Object.getPrototypeOf(client.config.requestHandler);
client.destroy();

if (!handler[isReplaced]) {
  const { handle } = handler;
  const { send: sendCommand } = clients;
  const { hostname, port } = new URL(requireEnv("AWS_ENDPOINT_URL_DYNAMODB"));
  const prepared = new WeakSet<object>();
  handler[isReplaced] = true;
  clients.send = function (this: Client, ...command) {
    const { middlewareStack } = this;
    if (this.config.serviceId === "DynamoDB" && !prepared.has(middlewareStack)) {
      prepared.add(middlewareStack);
      for (const name of UNUSED) middlewareStack.remove(name);
    }
    return sendCommand.apply(this, command);
  };
  handler.handle = async function (this: Handler, request, options) {
    if (!isOfDynamoDb(request)) return await handle.call(this, request, options);
    Object.assign(request.headers, MADE_UP);
    const isOfTable = request.hostname === hostname && String(request.port) === port;
    const isPlain = isOfTable && !options?.abortSignal;
    return isPlain ? { response: await send(request) } : await handle.call(this, request, options);
  };
}

function isOfDynamoDb({ headers }: Request): boolean {
  return headers["x-amz-target"]?.startsWith("DynamoDB_") ?? false;
}

/** Sends a request on a connection that is free, or on a new one, and reads its response. */
function send({ hostname, port = 80, path, headers, body }: Request): Promise<object> {
  const idle = free.pop();
  const socket = idle?.writable ? idle : open(hostname, port);
  const head = Object.entries({ ...headers, host: `${hostname}:${port}` });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    socket.on("data", onData).once("close", onClose).once("error", onClose);
    socket.write(Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines}\r\n`), body]));

    function onData(chunk: Buffer) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const response = parse(received);
      if (!response) return;
      if (response instanceof Error) return void socket.destroy(response);
      socket.off("data", onData).off("close", onClose).off("error", onClose);
      free.push(socket);
      resolve(response);
    }
    function onClose(error?: unknown) {
      reject(error instanceof Error ? error : new Error("The embedded DynamoDB hung up"));
    }
  });
}

/** Connections between two requests. */
const free: Socket[] = [];

function open(host: string, port: number): Socket {
  // One that breaks while it is free is noticed by the next request.
  return connect({ host, port, noDelay: true })
    .unref()
    .on("error", () => {});
}

/** The response in these bytes, as the SDK takes it; undefined while it is incomplete. Its end is known by its length. */
function parse(received: Buffer) {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [status = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = received.subarray(end + 4);
  const length = headers["content-length"];
  if (length === undefined) return new Error("A response of the embedded DynamoDB has no length");
  if (body.length < Number(length)) return undefined;
  return { statusCode: Number(status.split(" ")[1]), headers, body };
}
