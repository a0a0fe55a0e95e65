import type { DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { describeError, log } from "../../../shared/log.ts";
import { changeLane } from "../lane.ts";
import { signerOf, signingSecrets } from "../signing.ts";
import { findWebhook } from "../webhook.ts";
import { type Attempted, type AttemptTools, makeAttempt, type Sendable } from "./attempt.ts";
import { BLOCKING_FAILURES, isBlocked, whileSlow } from "./laneRules.ts";

const AT_ONCE = 10;
const SLOW_MS = 1000;
/** Attempts may go on this long after the webhook was deleted or disabled. */
const REREAD_MS = 1000;

/** The tools of a call. */
export interface CallTools extends AttemptTools {
  signingKey(): Promise<string>;
  /** No attempt begins after this time (milliseconds of the clock). */
  deadline: number;
  /** Shorter than a second in tests. */
  slowMs?: number | undefined;
}

/** The attempts, in the order of the events; undefined where none was made. */
export interface Calls {
  made: (Attempted | undefined)[];
  /** The lane, with the changes of these calls. */
  lane: DeliveryLaneRecord | undefined;
  /** An attempt took longer than a second. */
  isSlow: boolean;
}

/**
 * Makes an attempt for each of these events, ten at a time, until the lane or the endpoint's answers
 * block the endpoint, or the webhook is deleted or disabled. When an attempt takes longer than a
 * second, the lane blocks the endpoint for all workers.
 */
export async function callEndpoint(
  { webhook, lane }: { webhook: WebhookRecord; lane: DeliveryLaneRecord | undefined },
  wanted: Sendable[],
  tools: CallTools,
): Promise<Calls> {
  const { clock, deadline, slowMs = SLOW_MS } = tools;
  const startedAt = new Date(clock.now());
  const made: Calls["made"] = wanted.map(() => undefined);
  if (isBlocked(lane, startedAt)) return { made, lane, isSlow: false };
  const secrets = signingSecrets(await tools.signingKey(), webhook, startedAt);
  const target = { endpoint: webhook.endpoint, sign: signerOf(secrets) };
  let failures = lane?.failures ?? 0;
  let slow: Promise<DeliveryLaneRecord | undefined> | undefined;
  const isWanted = rereading(webhook, tools);
  const mayGoOn = async () =>
    !slow && failures < BLOCKING_FAILURES && clock.now() < deadline && (await isWanted());
  const rest = wanted.entries();
  const work = async () => {
    while (await mayGoOn()) {
      const { value: next } = rest.next();
      if (!next) return;
      const [index, sendable] = next;
      const timer = setTimeout(() => {
        slow ??= announceSlow(webhook, new Date(clock.now()));
      }, slowMs);
      const attempted = await makeAttempt(target, sendable, tools);
      clearTimeout(timer);
      made[index] = attempted;
      if (attempted.verdict === "delivered") failures = 0;
      else failures = attempted.slowDown ? BLOCKING_FAILURES : failures + 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
  return { made, lane: (await slow) ?? lane, isSlow: slow !== undefined };
}

/** Returns a function that says whether a webhook is still as it was, at most a second ago. */
function rereading(webhook: WebhookRecord, { clock }: CallTools): () => Promise<boolean> {
  let readAt = clock.now();
  let isStill = Promise.resolve(true);
  return () => {
    if (clock.now() - readAt >= REREAD_MS) {
      readAt = clock.now();
      isStill = findWebhook(webhook).then(
        ({ webhook: found }) => isSame(found, webhook),
        // The attempts made so far must still be logged; the next second may answer.
        () => true,
      );
    }
    return isStill;
  };
}

/** Whether a webhook exists and is enabled or disabled as before. */
export function isSame(found: WebhookRecord | undefined, before: WebhookRecord): boolean {
  return found !== undefined && found.disabled_at === before.disabled_at;
}

/** Blocks the lane of a slow endpoint. If that fails, deliveries wait in the workers instead. */
async function announceSlow(webhook: WebhookRecord, now: Date) {
  try {
    return await changeLane(webhook, whileSlow(webhook, now));
  } catch (error) {
    log("warn", "a slow endpoint could not be blocked", describeError(error));
    return undefined;
  }
}
