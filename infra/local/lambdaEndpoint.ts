import { randomBytes } from "node:crypto";
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
  functions: Readonly<Record<string, string>>,
  invoke: Invoke,
): Promise<LoopbackServer> {
  const secret = randomBytes(24).toString("base64url");
  const server = await listenOnLoopback("application/json", async (request) => {
    const [, given, name = ""] = INVOCATIONS.exec(request.url ?? "") ?? [];
    const folder = functions[name];
    if (folder === undefined || given !== secret || request.method !== "POST") {
      const Message = `The stack has no function ${name} to call`;
      const headers = { "x-amzn-errortype": "ResourceNotFoundException" };
      return { status: 404, headers, body: { Type: "User", Message } };
    }
    try {
      const event = JSON.parse((await text(request)) || "{}");
      return { status: 200, body: (await invoke(folder, event)) as object };
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      const headers = { "x-amz-function-error": "Unhandled" };
      return { status: 200, headers, body: { errorType, errorMessage } };
    }
  });
  return { ...server, url: `${server.url}/${secret}` };
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
