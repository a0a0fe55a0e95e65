import type { DeliveryAttempt, DeliveryRecord } from "../entities/delivery.ts";
import { decodeText } from "../platform/outbound/decodeText.ts";
import { OutboundError } from "../platform/outbound/failure.ts";
import { retryAfterMs } from "../platform/outbound/headers.ts";
import type { Connections } from "../platform/outbound/hop.ts";
import { outboundRequest } from "../platform/outbound/request.ts";
import { type Clock, timestamp } from "../platform/time.ts";
import { timestampAfter } from "./health.ts";
import type { Signer } from "./signing.ts";

const ATTEMPT_TIMEOUT_MS = 15_000;
/** A byte becomes three at most in an answer of the API, where a page of the log has up to 2,000 attempts. */
const KEPT_RESPONSE_BYTES = 800;
const GONE = 410;

/** An event to send: its id and its body. */
interface Sendable {
  event_id: string;
  body: string;
}

/** The tools of an attempt. */
export interface AttemptTools {
  clock: Clock;
  connections: Connections;
  /** Shorter than 15 s in tests. */
  timeoutMs?: number | undefined;
}

/** An attempt and what the endpoint's answer means. */
interface Attempted {
  attempt: DeliveryAttempt;
  verdict: "delivered" | "failed" | "gone";
  /** The endpoint asks for a pause until then (`Retry-After`). */
  until?: Date | undefined;
}

/** Posts a signed event to an endpoint once. The endpoint's failure is a result; only a fault of ours is thrown. */
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
      // Only the status counts: an endpoint may answer 2xx at once and end its answer much later.
      isBodyOptional: true,
      connections,
    });
    const { status } = answer;
    const verdict = verdictOn(status);
    const until =
      verdict === "failed"
        ? readRetryAfter(answer.headers["retry-after"], new Date(clock.now()))
        : undefined;
    const attempt = { status, error: null, ...timing(), response: decodeText(answer) };
    return { attempt, verdict, until };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      attempt: { status: null, error: error.failure, ...timing(), response: "" },
      verdict: "failed",
    };
  }
}

function verdictOn(status: number): Attempted["verdict"] {
  if (status >= 200 && status <= 299) return "delivered";
  return status === GONE ? "gone" : "failed";
}

const LONGEST_MS = 24 * 3600 * 1000;

/**
 * The time until which a `Retry-After` header asks to wait, in seconds or as an HTTP date (RFC 9110,
 * 10.2.3), a day at most; undefined for anything else and for the past.
 */
function readRetryAfter(value: string | undefined, now: Date): Date | undefined {
  const waitMs = retryAfterMs(value, now.getTime()) ?? 0;
  return waitMs > 0 ? new Date(now.getTime() + Math.min(waitMs, LONGEST_MS)) : undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The seconds between failed attempts: the schedule that Standard Webhooks 1.0.0 recommends. */
export const DELAYS_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Spreads the retries of deliveries that failed together. */
const JITTER = 0.1;

/** The attempts that are kept of a delivery; each replay adds more. */
const KEPT_ATTEMPTS = 20;

/**
 * The seconds from attempt number `tries` to the next one, up to a tenth more than in the schedule;
 * undefined after the last attempt.
 */
function retryDelay(tries: number): number | undefined {
  const delay = DELAYS_SECONDS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * Math.random()));
}

/** A delivery after an attempt: delivered, failed for good, or pending until its next attempt. */
export function afterAttempt(
  delivery: DeliveryRecord,
  { attempt, verdict, until }: Attempted,
  now: Date,
): DeliveryRecord {
  const { next_attempt_at: _, ...rest } = delivery;
  const tries = delivery.tries + 1;
  const attempts = [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS);
  const tried = { ...rest, tries, attempts, updated_at: timestamp(now) };
  if (verdict === "delivered") return { ...tried, status: "delivered" };
  // The webhook gets disabled; the delivery waits until it is enabled again.
  if (verdict === "gone") return { ...tried, status: "pending", next_attempt_at: timestamp(now) };
  const delay = retryDelay(tries);
  if (delay === undefined) return { ...tried, status: "failed" };
  const next = Math.max(now.getTime() + delay * 1000, until?.getTime() ?? 0);
  return { ...tried, status: "pending", next_attempt_at: timestampAfter(next) };
}
