import type { DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { describeError, log } from "../../../shared/log.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { changeLane } from "../lane.ts";
import type { DeliveryStep } from "../retrySchedule.ts";
import { signerOf, signingSecrets } from "../signing.ts";
import { SigningKeyUnusable } from "../signingKey.ts";
import { disableWebhook, findWebhook } from "../webhook.ts";
import { type Attempted, type AttemptTools, makeAttempt, type Sendable } from "./attempt.ts";
import { BLOCKING_FAILURES, isBlocked, isGivenUp, type LaneRule, whileSlow } from "./laneRules.ts";

const AT_ONCE = 10;
const SLOW_MS = 1000;
/** Attempts may go on this long after the webhook was deleted or disabled. */
const REREAD_MS = 1000;
/** How long deliveries wait for a usable signing key before it is read again. */
const KEYLESS_MS = 300_000;

/** The tools of a call. */
export interface CallTools extends AttemptTools {
  signingKey(): Promise<string>;
  /** No attempt begins after this time (milliseconds of the clock). */
  deadline: number;
  /** Shorter than a second in tests. */
  slowMs?: number | undefined;
}

/** The settings of a worker that makes calls. */
export type CallSettings = Omit<CallTools, "connections" | "deadline">;

/** What came of the calls. */
export interface Calls {
  /** The attempts, in the order of the events; undefined for an event without an attempt. */
  made: (Attempted | undefined)[];
  /** The lane, with the changes of these calls. */
  lane: DeliveryLaneRecord | undefined;
  /** An attempt took longer than a second. */
  isSlow: boolean;
  /** Without a usable signing key: no attempt was made, and none is to be made until then. */
  waitUntil?: string | undefined;
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
  const signingKey = await findSigningKey(tools);
  if (signingKey === undefined) {
    const waitUntil = timestamp(new Date(startedAt.getTime() + KEYLESS_MS));
    return { made, lane, isSlow: false, waitUntil };
  }
  const secrets = signingSecrets(signingKey, webhook, startedAt);
  const target = { endpoint: webhook.endpoint, sign: signerOf(secrets) };
  let failures = lane?.failures ?? 0;
  let slow: Promise<DeliveryLaneRecord | undefined> | undefined;
  const faults: unknown[] = [];
  const isWanted = rereading(webhook, tools);
  const mayGoOn = async () =>
    !slow &&
    faults.length === 0 &&
    failures < BLOCKING_FAILURES &&
    clock.now() < deadline &&
    (await isWanted());
  const rest = wanted.entries();
  const work = async () => {
    while (await mayGoOn()) {
      const { value: next } = rest.next();
      if (!next) return;
      const [index, sendable] = next;
      const timer = setTimeout(() => {
        slow ??= announceSlow(webhook, new Date(clock.now()));
      }, slowMs);
      const attempted = await makeAttempt(target, sendable, tools)
        .catch((error) => void faults.push(error))
        .finally(() => clearTimeout(timer));
      if (!attempted) return;
      made[index] = attempted;
      if (attempted.verdict === "delivered") failures = 0;
      else failures = attempted.slowDown ? BLOCKING_FAILURES : failures + 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
  if (faults.length > 0) {
    // What was sent is logged; the rest waits. If nothing was sent, the message returns to the queue.
    if (made.every((each) => each === undefined)) throw faults[0];
    log("error", "an attempt failed for a reason of ours", describeError(faults[0]));
  }
  return { made, lane: (await slow) ?? lane, isSlow: slow !== undefined };
}

/** The signing key; undefined while it can't be used, which is no fault of the endpoint. */
async function findSigningKey({ signingKey }: CallTools): Promise<string | undefined> {
  try {
    return await signingKey();
  } catch (error) {
    if (error instanceof SigningKeyUnusable) return undefined;
    throw error;
  }
}

/** Returns a function that says whether a webhook is still as it was, at most a second ago. */
function rereading(webhook: WebhookRecord, { clock }: CallTools): () => Promise<boolean> {
  let readAt = clock.now();
  let unchanged = Promise.resolve(true);
  return () => {
    if (clock.now() - readAt >= REREAD_MS) {
      readAt = clock.now();
      unchanged = findWebhook(webhook).then(
        ({ webhook: found }) => isSame(found, webhook),
        // The attempts made so far must still be logged; the next second may answer.
        () => true,
      );
    }
    return unchanged;
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

const SLOW_DOWN_MS = 300_000;

/** An attempt and what becomes of its delivery. */
export interface Tried {
  attempted: Attempted;
  step: DeliveryStep;
}

/** What several attempts say of an endpoint together. */
export interface EndpointOutcome {
  /** One attempt that succeeded makes it a success; `none` without attempts. */
  result: "success" | "failure" | "none";
  failures: number;
  /** Send nothing to the endpoint until then: the time that it names, or else that of the next attempt. */
  until: string | undefined;
  /** It answered 410. */
  gone: boolean;
}

/** Sums up what attempts say of their endpoint. */
export function outcomeOf(tried: Tried[]): EndpointOutcome {
  const verdicts = tried.map(({ attempted }) => attempted.verdict);
  const failures = verdicts.filter((verdict) => verdict !== "delivered").length;
  const success = failures < verdicts.length;
  const waits = tried.flatMap(({ attempted: { slowDown, until, attempt }, step }) => {
    if (!slowDown || step.next_attempt_at === undefined) return [];
    if (until) return timestamp(until);
    // The next attempt at an old delivery may be hours away; its endpoint is asked again sooner.
    const soon = timestamp(new Date(Date.parse(attempt.at) + SLOW_DOWN_MS));
    return step.next_attempt_at < soon ? step.next_attempt_at : soon;
  });
  return {
    result: verdicts.length === 0 ? "none" : success ? "success" : "failure",
    failures,
    until: waits.toSorted().at(-1),
    gone: verdicts.includes("gone"),
  };
}

interface Applied {
  outcome: Pick<EndpointOutcome, "result" | "gone">;
  /** What the attempts change in the lane. */
  rule: LaneRule;
  /** The lane as the caller has read it. */
  lane: DeliveryLaneRecord | undefined;
  /** When the next retry is due; undefined when none is left. */
  soonest: string | undefined;
  now: Date;
}

/**
 * Applies what attempts say of an endpoint: changes the webhook's lane, or disables the webhook when
 * its endpoint is gone or has failed for days. Returns whether the webhook is still enabled.
 */
export async function applyOutcome(
  webhook: OwnedKey,
  { outcome: { result, gone }, rule, lane, soonest, now }: Applied,
): Promise<boolean> {
  if (!gone) {
    const changed = await changeLane(webhook, rule, { lane });
    const isOver = result === "failure" || soonest === undefined;
    if (!isOver || !isGivenUp(changed, now)) return true;
  }
  await disableWebhook(webhook, { reason: gone ? "gone" : "failing", now });
  return false;
}
