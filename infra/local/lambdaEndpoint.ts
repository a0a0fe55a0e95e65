import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

type Invoke = (name: string, event: unknown) => Promise<unknown>;

const INVOCATIONS = /^\/([\w-]+)\/2015-03-31\/functions\/([\w-]+)\/invocations(?:\?|$)/;

/**
 * The Lambda API on loopback, for functions that invoke others and for commands. `functions` maps the names
 * that can be invoked to local functions. A function's error is answered as Lambda does. The URL has a secret, so
 * that only programs that can read DATA_DIR run operators' commands.
 */
export async function startLambdaEndpoint(
  functions: ReadonlyMap<string, string>,
  invoke: Invoke,
): Promise<LoopbackServer> {
  const secret = randomBytes(24).toString("base64url");
  const server = await listenOnLoopback("application/json", async (request) => {
    const name = nameIn(request, secret);
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
  return { ...server, url: `${server.url}/${secret}` };
}

function nameIn({ method, url = "" }: IncomingMessage, secret: string): string | undefined {
  const [, given, name] = INVOCATIONS.exec(url) ?? [];
  return method === "POST" && given === secret ? name : undefined;
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
