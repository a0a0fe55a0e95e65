import { randomBytes } from "node:crypto";
import { LambdaClient } from "@aws-sdk/client-lambda";
import type { Invoke } from "./functions.ts";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

const INVOCATIONS = /^\/([\w-]+)\/2015-03-31\/functions\/([\w-]+)\/invocations(?:\?|$)/;

/**
 * The Lambda API on loopback, for functions that invoke others and for commands. A function's error is answered as
 * Lambda does. The URL has a secret, so that only programs that can read DATA_DIR run operators' commands.
 */
export async function startLambdaEndpoint(invoke: Invoke): Promise<LoopbackServer> {
  const secret = randomBytes(24).toString("base64url");
  const server = await listenOnLoopback(async ({ url = "", method }, body) => {
    const [, sentSecret, name = ""] = INVOCATIONS.exec(url) ?? [];
    if (sentSecret !== secret || method !== "POST") throw new Error(`Unknown: ${method} ${url}`);
    try {
      return { body: await invoke(name, JSON.parse(body || "{}")) };
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      const headers = { "x-amz-function-error": "Unhandled" };
      return { headers, body: { errorType, errorMessage } };
    }
  });
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
