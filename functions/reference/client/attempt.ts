import { readFault } from "./answers.ts";
import type { Clock } from "./clock.ts";
import type { Fault } from "./errors.ts";

export interface AttemptOptions {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  timeoutMs: number;
}

/** Makes a request once. Returns the whole successful answer, or what went wrong. */
export async function attempt(
  request: Request,
  { fetch, clock, timeoutMs }: AttemptOptions,
): Promise<Response | Fault> {
  const timeout = new AbortController();
  const over = new AbortController();
  clock.sleep(timeoutMs, over.signal).then(
    () => timeout.abort(),
    () => {},
  );
  // A clone, because the body of a request can be sent only once.
  const signal = AbortSignal.any([request.signal, timeout.signal]);
  try {
    const response = await fetch(request.clone(), { signal });
    const text = await response.text();
    if (!response.ok) return readFault(response, text, clock.now());
    JSON.parse(text);
    return new Response(text, { status: response.status, headers: plainHeaders(response) });
  } catch (cause) {
    if (request.signal.aborted) return aborted(request.signal);
    if (timeout.signal.aborted) {
      return unanswered("timeout", `No answer within ${timeoutMs} ms`, { mayHaveBeenDone: true });
    }
    const mayHaveBeenDone = !NOT_SENT.has(codeOf(cause));
    return unanswered("network", "The connection failed", { cause, mayHaveBeenDone });
  } finally {
    over.abort();
  }
}

/** The fault of a call that its caller has aborted. */
export function aborted({ reason }: AbortSignal): Fault {
  return unanswered("aborted", "The call was aborted", { cause: reason, mayHaveBeenDone: true });
}

function unanswered<Kind extends string, More extends object>(
  kind: Kind,
  message: string,
  more: More,
) {
  return {
    kind,
    message,
    status: undefined,
    requestId: undefined,
    retryAfterMs: undefined,
    ...more,
  };
}

// Node's codes for a request that was never sent. Other platforms have none.
const NOT_SENT = new Set<unknown>([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function codeOf(error: unknown): unknown {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
}

/** The headers without those about the encoded body, which fetch has decoded. */
function plainHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return headers;
}
