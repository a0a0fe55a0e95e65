import { once } from "node:events";
import { request } from "node:https";
import { text } from "node:stream/consumers";

/** The time within which all requests of a minute must be answered. */
const TIMEOUT_MS = 30_000;

/** Sends a request such as `GET /v1/users` and returns the JSON of a successful answer. */
export type Ask = <Answer>(what: string, body?: object) => Promise<Answer>;

/** Calls the API with a key over HTTPS; throws an Error that names the request and what came instead of a 200. */
export function asker(apiUrl: string, key: string): Ask {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return async (what, body) => {
    const [method, path = ""] = what.split(" ");
    const headers = { "api-key": key, ...(body && { "content-type": "application/json" }) };
    // A connection of its own: a kept one, or a resumed TLS session, would hide an expired certificate.
    const sent = request(new URL(path, apiUrl), { method, headers, signal, agent: false });
    try {
      const answered = once(sent, "response");
      sent.end(body && JSON.stringify(body));
      const [response] = await answered;
      // An abort while the body arrives is reported by `text` as well.
      sent.on("error", () => {});
      const answer = await text(response);
      if (response.statusCode === 200) return JSON.parse(answer);
      throw new Error(`it answered ${response.statusCode}`);
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  };
}
