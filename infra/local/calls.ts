import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { buildEvent } from "./http/payload.ts";

/** What runs the stack's functions. */
export interface Callable {
  invoke(name: string, event: unknown): Promise<unknown>;
}

/** Runs a command of the operators' function; throws with its message when it refuses the input. */
export async function runCommand<Result>(
  { invoke }: Callable,
  command: string,
  input: Record<string, unknown>,
): Promise<Result> {
  const response = (await invoke("operators", { command, input })) as
    | { ok: true; result: Result }
    | { ok: false; message: string };
  if (!response.ok) throw new Error(`"${command}": ${response.message}`);
  return response.result;
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
export function completeEvent(short: ShortEvent): APIGatewayProxyEventV2 {
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
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    },
    body:
      body === undefined
        ? undefined
        : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    sourceIp: "127.0.0.1",
  });
}
