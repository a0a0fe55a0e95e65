import { InvokeCommand } from "@aws-sdk/client-lambda";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../cli/terminal.ts";
import { buildEvent } from "./http/payload.ts";
import { localLambdaClient } from "./lambdaEndpoint.ts";
import { requireServer } from "./serverLock.ts";

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

/** The functions of the server that runs on a DATA_DIR. A call throws a Problem if the function fails. */
export function functionsOfServer(dataDir: string): Callable {
  const client = localLambdaClient(requireServer(dataDir).lambda);
  return {
    async invoke(FunctionName, event) {
      const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
      const { FunctionError, Payload } = await client.send(command);
      const answer = JSON.parse(Payload?.transformToString() ?? "null");
      if (FunctionError === undefined) return answer;
      throw new Problem(`${FunctionName} failed: ${answer.errorType}: ${answer.errorMessage}`);
    },
  };
}

/** An HTTP API event as written by hand. */
export interface ShortEvent
  extends Partial<
    Pick<APIGatewayProxyEventV2, "headers" | "pathParameters" | "queryStringParameters">
  > {
  routeKey?: string;
  /** Text, or any JSON. */
  body?: unknown;
}

/** Completes a short event to payload format 2.0. */
export function completeEvent(short: ShortEvent): APIGatewayProxyEventV2 {
  const { routeKey = "$default", headers = {}, body } = short;
  const pathParameters = definedIn(short.pathParameters);
  const [method = "GET", pattern = "/"] = routeKey === "$default" ? [] : routeKey.split(" ");
  const path = pattern.replaceAll(/\{(\w+)\}/g, (parameter, name) =>
    encodeURIComponent(pathParameters[name] ?? parameter),
  );
  const named = Object.entries(definedIn(headers));
  return buildEvent({
    ...{ match: { routeKey, pathParameters }, method, path },
    query: new URLSearchParams(definedIn(short.queryStringParameters)).toString(),
    headers: {
      ...{ host: "localhost", "x-forwarded-proto": "http" },
      ...(body !== undefined && { "content-type": "application/json" }),
      ...Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])),
    },
    body:
      body === undefined
        ? undefined
        : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    sourceIp: "127.0.0.1",
  });
}

function definedIn(values: Record<string, string | undefined> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
