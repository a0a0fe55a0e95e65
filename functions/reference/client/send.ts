import { ApiFailure, type ErrorKind, type Fault, type FieldError } from "./errors.ts";

/** The client's time; tests replace it with one that does not wait. */
export interface Clock {
  /** Resolves after this time; rejects with the signal's reason if the signal aborts first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    }),
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
const LONGEST_RETRY_AFTER_MS = 60_000;
const KEY_HEADER = "idempotency-key";
/** What is known of an attempt that was not answered. */
const UNANSWERED = {
  status: undefined,
  requestId: undefined,
  retryAfterMs: undefined,
  mayHaveBeenDone: true,
};

interface SendOptions {
  fetch: typeof globalThis.fetch;
  clock: Clock;
  timeoutMs: number;
  maxRetries: number;
  /** From 0 to 1, as Math.random(). */
  random(): number;
}

/** Sends requests, and retries those that may succeed and are safe to repeat. Throws an `ApiFailure`. */
export function createSender(options: SendOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method === "POST" && !request.headers.has(KEY_HEADER)) {
      request.headers.set(KEY_HEADER, crypto.randomUUID());
    }
    let mayHaveBeenDone = false;
    const fail = (fault: Fault, attempts: number) =>
      new ApiFailure({ ...fault, attempts, mayHaveBeenDone });

    for (let attempts = 1; ; attempts += 1) {
      if (request.signal.aborted) throw fail(aborted(request.signal), attempts - 1);
      const outcome = await attempt(request, options);
      if (outcome instanceof Response) return outcome;
      mayHaveBeenDone ||= outcome.mayHaveBeenDone && request.method !== "GET";
      const again = attempts <= options.maxRetries && mayRetry(request, outcome);
      if (!again) throw fail(outcome, attempts);
      const pause = pauseBefore(attempts, outcome.retryAfterMs, options.random);
      await options.clock.sleep(pause, request.signal).catch(() => {
        throw fail(aborted(request.signal), attempts);
      });
    }
  };
}

/** Failures that may pass. */
const PASSING = new Set<ErrorKind>(["rate_limited", "unavailable", "network", "timeout"]);

/**
 * Whether a request may be repeated. GET, PATCH and DELETE have the same effect when they are done twice,
 * and the key of a POST prevents that. A long `Retry-After` is left to the caller.
 */
function mayRetry({ method }: Request, { kind, retryAfterMs }: Fault): boolean {
  if ((retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false;
  if (kind === "conflict") return method === "POST" && retryAfterMs !== undefined;
  return PASSING.has(kind);
}

/** The service's `Retry-After`, plus an exponential backoff with full jitter. */
function pauseBefore(retry: number, retryAfterMs: number | undefined, random: () => number) {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (retry - 1));
  return (retryAfterMs ?? 0) + random() * longest;
}

/** Makes a request once. Returns the whole successful answer, or what went wrong. */
async function attempt(
  request: Request,
  { fetch, clock, timeoutMs }: SendOptions,
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
    if (!response.ok) return readFault(response, text);
    JSON.parse(text);
    return new Response(text);
  } catch (cause) {
    if (request.signal.aborted) return aborted(request.signal);
    if (timeout.signal.aborted) {
      return { ...UNANSWERED, kind: "timeout", message: `No answer within ${timeoutMs} ms` };
    }
    return { ...UNANSWERED, kind: "network", message: "The connection failed", cause };
  } finally {
    over.abort();
  }
}

/** The fault of a call that its caller has aborted. */
function aborted({ reason }: AbortSignal): Fault {
  return { ...UNANSWERED, kind: "aborted", message: "The call was aborted", cause: reason };
}

const KINDS: Record<number, Exclude<ErrorKind, "validation" | "network" | "aborted">> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "bad_request",
  409: "conflict",
  413: "bad_request",
  415: "bad_request",
  429: "rate_limited",
  500: "internal",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** The fault that an unsuccessful answer reports; `text` is its body. */
function readFault(response: Response, text: string): Fault {
  const { status, headers } = response;
  const body = parseObject(text);
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  const message = body["message"];
  const fault = {
    message: typeof message === "string" ? message : `The answer has the status ${status}`,
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfterMs,
    // Also a 503 with Retry-After: the write may have been made although the table's answer was lost.
    mayHaveBeenDone: status >= 500,
  };
  if (status !== 422) return { ...fault, kind: KINDS[status] ?? "unexpected" };
  const fields = readFields(body["errors"]);
  const texts = Object.values(fields).map(({ text }) => text);
  return { ...fault, kind: "validation", message: texts.join("; ") || fault.message, fields };
}

/** Milliseconds of a `Retry-After` in seconds. */
function readRetryAfter(value: string | null): number | undefined {
  return /^\d+$/.test(value ?? "") ? Number(value) * 1000 : undefined;
}

/** `{hostname: {length: "…"}}` as `{hostname: {rule: "length", text: "…"}}`. */
function readFields(errors: unknown): Record<string, FieldError> {
  const fields: Record<string, FieldError> = {};
  for (const [field, rules] of Object.entries(asObject(errors))) {
    const [broken] = Object.entries(asObject(rules));
    if (broken) fields[field] = { rule: broken[0], text: String(broken[1]) };
  }
  return fields;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
