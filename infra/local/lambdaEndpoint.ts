import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

type Invoke = (name: string, event: unknown) => Promise<unknown>;

const INVOCATIONS = /^\/2015-03-31\/functions\/([\w-]+)\/invocations(?:\?|$)/;

/**
 * The Lambda API on loopback, for functions that invoke others and for commands. `functions` maps the names
 * that can be invoked to local functions. A function's error is answered as Lambda does.
 */
export async function startLambdaEndpoint(
  functions: ReadonlyMap<string, string>,
  invoke: Invoke,
): Promise<LoopbackServer> {
  return await listenOnLoopback("application/json", async (request) => {
    const name = nameIn(request);
    const folder = name === undefined ? undefined : functions.get(name);
    if (folder === undefined) {
      return refusal(404, "ResourceNotFoundException", `The stack has no function ${name} to call`);
    }
    const event = parseJson(await text(request));
    if (event === undefined) {
      return refusal(400, "InvalidRequestContentException", "The event is not JSON");
    }
    try {
      return { status: 200, body: (await invoke(folder, event)) as object };
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      const headers = { "x-amz-function-error": "Unhandled" };
      return { status: 200, headers, body: { errorType, errorMessage } };
    }
  });
}

function nameIn({ method, url = "" }: IncomingMessage): string | undefined {
  return method === "POST" ? INVOCATIONS.exec(url)?.[1] : undefined;
}

function refusal(status: number, type: string, Message: string) {
  return { status, headers: { "x-amzn-errortype": type }, body: { Type: "User", Message } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return undefined;
  }
}

/** A client of a local Lambda API, whatever the shell is set up for. */
export function localLambdaClient(endpoint: string): LambdaClient {
  return new LambdaClient({
    endpoint,
    region: "local",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
  });
}
