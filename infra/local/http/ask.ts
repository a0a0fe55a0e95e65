import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";

/**
 * Asks a server on this machine, by GET. Not by `fetch`, which would ask the proxy of a shell that has
 * NODE_USE_ENV_PROXY set: an agent without settings of its own knows none.
 */
export async function ask(
  url: string,
  { headers = {}, timeoutMs }: { headers?: Record<string, string>; timeoutMs: number },
): Promise<{ status: number; body: string }> {
  const { Agent, get } = url.startsWith("https:") ? https : http;
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  get(url, { agent: new Agent(), headers, signal }, resolve).on("error", reject);
  const response = await promise;
  return { status: response.statusCode ?? 0, body: await text(response) };
}
