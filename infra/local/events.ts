import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem, WRONG_INPUT_EXIT_CODE } from "../cli/terminal.ts";
import { readKey } from "./account.ts";
import { buildEvent } from "./http/payload.ts";
import { buildQueueEvent } from "./queues/consumers.ts";
import { readSample } from "./sample/sample.ts";
import type { LocalService } from "./synthesis.ts";

const STDIN = 0;

/** The event in a file (`-` is standard input), its placeholders replaced by what DATA_DIR has. */
export function readEvent(file: string, dataDir: string): object {
  // npm runs scripts in the project's folder; INIT_CWD is the caller's.
  const path = file === "-" ? STDIN : resolve(process.env["INIT_CWD"] ?? "", file);
  try {
    return JSON.parse(replacePlaceholders(readFileSync(path, "utf8"), dataDir));
  } catch (error) {
    if (error instanceof Problem) throw error;
    const said = error instanceof Error ? error.message : error;
    throw new Problem(`The event can't be read: ${said}.`, WRONG_INPUT_EXIT_CODE);
  }
}

function replacePlaceholders(text: string, dataDir: string): string {
  return text.replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) => {
    const { sample } = readSample(dataDir) ?? {};
    const values = { "api-key": readKey(dataDir), ...sample, ...sample?.first };
    const value: unknown = new Map(Object.entries(values)).get(name);
    if (typeof value === "string") return value;
    throw new Problem(`${dataDir} has no value for ${placeholder} in the event; see --help.`);
  });
}

/** Makes of a short event the one that the function is called with, by what calls it. */
export function prepareEvent(stack: LocalService, name: string, event: object) {
  if (Object.values(stack.routes).includes(name)) return completeEvent(event);
  const consumer = stack.queueConsumers.find(({ functionName }) => functionName === name);
  // The consumer of the stream takes stream events, although its failed changes have a queue.
  const isOfStream = stack.streamConsumer.functionName === name;
  return consumer && !isOfStream ? completeQueueEvent(event, consumer.queue) : event;
}

/** An HTTP API event as written by hand. */
interface ShortEvent {
  routeKey?: string;
  headers?: Record<string, string>;
  pathParameters?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
  /** Text, or any JSON. */
  body?: unknown;
}

/** Completes a short event to payload format 2.0. */
function completeEvent(short: ShortEvent): APIGatewayProxyEventV2 {
  const { routeKey = "$default", headers = {}, pathParameters = {}, body } = short;
  const [method = "GET", pattern = "/"] = routeKey === "$default" ? [] : routeKey.split(" ");
  const path = pattern.replaceAll(/\{(\w+)\}/g, (parameter, name) =>
    encodeURIComponent(pathParameters[name] ?? parameter),
  );
  return buildEvent({
    ...{ match: { routeKey, pathParameters }, method, path },
    query: new URLSearchParams(short.queryStringParameters).toString(),
    headers: {
      ...{ host: "localhost", "x-forwarded-proto": "http" },
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : Buffer.from(textOf(body)),
    sourceIp: "127.0.0.1",
  });
}

/** An SQS event of records that are written by hand, each with a body. */
function completeQueueEvent({ Records = [] }: { Records?: { body?: unknown }[] }, queue: string) {
  const messages = Records.map(({ body = {} }, index) => ({
    id: `message-${index + 1}`,
    ...{ body: textOf(body), receives: 1, sentAt: Date.now() },
  }));
  return buildQueueEvent(messages, queue);
}

/** Text as it is, and anything else as JSON. */
function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
