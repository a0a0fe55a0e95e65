import type { DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import type { WebhookRecord } from "../entities/webhook.ts";
import { describeError, log } from "../log.ts";
import { type Attempted, type AttemptTools, makeAttempt, type Sendable } from "./attempt.ts";
import { changeLane } from "./lane.ts";
import { BLOCKING_FAILURES, isBlocked, whileSlow } from "./laneRules.ts";
import { signerOf, signingSecrets } from "./signing.ts";
import { findWebhook } from "./webhook.ts";

const AT_ONCE = 10;
const SLOW_MS = 1000;
/** How long it may go on after somebody has deleted or disabled the webhook. */
const REREAD_MS = 1000;

/** What an endpoint is called with. */
export interface CallTools extends AttemptTools {
  signingKey(): Promise<string>;
  /** Milliseconds of the clock: after that no attempt is begun. */
  deadline: number;
  /** Tests wait for less than a second. */
  slowMs?: number | undefined;
}

/** What came of each that was wanted; undefined where no attempt was made. */
export interface Calls {
  made: (Attempted | undefined)[];
  /** The lane, as far as the calls have changed it. */
  lane: DeliveryLaneRecord | undefined;
  /** An attempt took long, whatever came of it. */
  isSlow: boolean;
}

/**
 * Makes an attempt at each of these, ten at a time, until the endpoint counts as blocked by its lane
 * or by what it answers, or its webhook is deleted or disabled. Once an attempt takes longer than a
 * second, the lane blocks it for everyone.
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

/** Says whether a webhook is still as it was, from a reading that is a second old at most. */
function rereading(webhook: WebhookRecord, { clock }: CallTools): () => Promise<boolean> {
  let readAt = clock.now();
  let isStill = Promise.resolve(true);
  return () => {
    if (clock.now() - readAt >= REREAD_MS) {
      readAt = clock.now();
      isStill = findWebhook(webhook).then(
        ({ webhook: found }) => isSame(found, webhook),
        // What was sent has yet to be logged: the next second may know.
        () => true,
      );
    }
    return isStill;
  };
}

/** Whether a webhook is there, and enabled or disabled as it was. */
export function isSame(found: WebhookRecord | undefined, before: WebhookRecord): boolean {
  return found !== undefined && found.disabled_at === before.disabled_at;
}

/** Others wait in the lane meanwhile. Without it they wait in workers, which is no failure. */
async function announceSlow(webhook: WebhookRecord, now: Date) {
  try {
    return await changeLane(webhook, whileSlow(webhook, now));
  } catch (error) {
    log("warn", "a slow endpoint could not be blocked", describeError(error));
    return undefined;
  }
}
