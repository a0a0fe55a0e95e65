import type { DeliveryAttempt } from "../entities/delivery.ts";
import { answerBytes } from "../http/responses.ts";
import {
  type Connections,
  decodeText,
  OutboundError,
  type OutboundResponse,
  outboundRequest,
} from "../outbound/index.ts";
import { type Clock, timestamp } from "../time.ts";
import type { Signer } from "./signing.ts";

const ATTEMPT_TIMEOUT_MS = 15_000;
const KEPT_RESPONSE_BYTES = 1024;
/** Of an answer of the API: a page of the log has up to 2,000 attempts. */
const KEPT_TEXT_BYTES = 2400;
const GONE = 410;
/** Too many requests, and what proxies answer for servers that are overloaded or away. */
const SLOW_DOWN = [429, 502, 504];

/** What is sent: an event's id and the body. */
export interface Sendable {
  event_id: string;
  body: string;
}

/** What an attempt is made with. */
export interface AttemptTools {
  clock: Clock;
  connections: Connections;
  /** Tests wait for less than 15 s. */
  timeoutMs?: number | undefined;
}

/** An attempt that was made, and what the endpoint says by its answer. */
export interface Attempted {
  attempt: DeliveryAttempt;
  verdict: "delivered" | "failed" | "gone";
  /** It wants to be left alone, by its status or until a time that it names. */
  slowDown: boolean;
  until?: Date | undefined;
}

/** Posts a signed event to an endpoint, once. Never throws: what goes wrong is the attempt's result. */
export async function makeAttempt(
  { endpoint, sign }: { endpoint: string; sign: Signer },
  { event_id, body }: Sendable,
  { clock, connections, timeoutMs = ATTEMPT_TIMEOUT_MS }: AttemptTools,
): Promise<Attempted> {
  const startedAt = clock.now();
  const now = new Date(startedAt);
  const timing = () => ({ at: timestamp(now), duration_ms: Math.max(0, clock.now() - startedAt) });
  try {
    const answer = await outboundRequest(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...sign({ id: event_id, timestamp: Math.floor(startedAt / 1000), body }),
      },
      body,
      timeoutMs,
      maxBytes: KEPT_RESPONSE_BYTES,
      maxRedirects: 0,
      // The status says it all: who answers 2xx at once may work on before the end of the answer.
      isBodyOptional: true,
      connections,
    });
    const { status } = answer;
    const until = readRetryAfter(answer.headers["retry-after"], new Date(clock.now()));
    return {
      attempt: { status, error: null, ...timing(), response: textOf(answer) },
      ...judge(answer, until),
    };
  } catch (error) {
    const failure = error instanceof OutboundError ? error.failure : "protocol";
    return {
      attempt: { status: null, error: failure, ...timing(), response: "" },
      verdict: "failed",
      slowDown: false,
    };
  }
}

/** Most answers say nothing. Control characters and quotation marks take more in JSON than they are. */
function textOf(answer: OutboundResponse): string {
  if (answer.body.length === 0) return "";
  const text = decodeText(answer);
  if (answerBytes(text) <= KEPT_TEXT_BYTES) return text;
  let kept = "";
  let bytes = answerBytes(kept);
  for (const character of text) {
    bytes += answerBytes(character) - answerBytes("");
    if (bytes > KEPT_TEXT_BYTES) break;
    kept += character;
  }
  return kept;
}

function judge({ status }: OutboundResponse, until: Date | undefined) {
  if (status >= 200 && status <= 299) return { verdict: "delivered", slowDown: false } as const;
  if (status === GONE) return { verdict: "gone", slowDown: true } as const;
  const slowDown = until !== undefined || SLOW_DOWN.includes(status);
  return { verdict: "failed", slowDown, until } as const;
}

const LONGEST_MS = 24 * 3600 * 1000;

/**
 * Until when a `Retry-After` header asks to wait: seconds or an HTTP date (RFC 9110, 10.2.3), for a
 * day at most; undefined where it is neither, or lies in the past.
 */
export function readRetryAfter(value: string | undefined, now: Date): Date | undefined {
  const text = value?.trim() ?? "";
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return waitMs > 0 ? new Date(now.getTime() + Math.min(waitMs, LONGEST_MS)) : undefined;
}
