import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
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
  async function answer({ url = "", method }: IncomingMessage, body: string) {
    const [, sentSecret, name = ""] = INVOCATIONS.exec(url) ?? [];
    const folder = functions[name];
    if (folder === undefined || sentSecret !== secret || method !== "POST")
      throw new SyntaxError(`The stack has no function ${name} to call`);
    try {
      return { body: await invoke(folder, JSON.parse(body || "{}")) };
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      const headers = { "x-amz-function-error": "Unhandled" };
      return { headers, body: { errorType, errorMessage } };
    }
  }
  const server = await listenOnLoopback({ answer, refusal: "ResourceNotFoundException" });
  return { ...server, url: `${server.url}/${secret}` };
}

/** A client of a local Lambda API, whatever the shell is set up for. */
export function localLambdaClient(endpoint: string): LambdaClient {
  return new LambdaClient({
    endpoint,
    maxAttempts: 1,
    region: "local",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
  });
}
