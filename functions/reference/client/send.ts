import { type AttemptOptions, aborted, attempt } from "./attempt.ts";
import { ApiFailure, type ErrorKind, type Fault } from "./errors.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
const LONGEST_RETRY_AFTER_MS = 60_000;
const KEY_HEADER = "idempotency-key";

interface SendOptions extends AttemptOptions {
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
