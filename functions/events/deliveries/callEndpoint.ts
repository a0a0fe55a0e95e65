import type { DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { describeError, log } from "../../../shared/log.ts";
import { timestamp } from "../../../shared/time.ts";
import { changeLane } from "../lane.ts";
import { signerOf, signingSecrets } from "../signing.ts";
import { SigningKeyUnusable } from "../signingKey.ts";
import { findWebhook } from "../webhook.ts";
import type { Admissions, Admitted } from "./admission.ts";
import { type Attempted, type AttemptTools, makeAttempt, type Sendable } from "./attempt.ts";
import { BLOCKING_FAILURES, isBlocked, type WaitsFor, whileSlow } from "./laneRules.ts";

const SLOW_MS = 1000;
/** Attempts may go on this long after the webhook was deleted or disabled. */
const REREAD_MS = 1000;
/** How long deliveries wait for a usable signing key before it is read again. */
const KEYLESS_MS = 300_000;

/** The tools of a call. */
export interface CallTools extends AttemptTools {
  signingKey(): Promise<string>;
  admissions: Admissions;
  /** No attempt begins after this time (milliseconds of the clock). */
  deadline: number;
  /** Shorter than a second in tests. */
  slowMs?: number | undefined;
}

/** The settings of a worker that makes calls. */
export type CallSettings = Omit<CallTools, "connections" | "deadline" | "admissions">;

/** What came of the calls. */
interface Calls {
  /** The attempts, in the order of the events; undefined for an event without an attempt. */
  made: (Attempted | undefined)[];
  /** The lane, with the changes of these calls. */
  lane: DeliveryLaneRecord | undefined;
  /** An attempt took longer than a second. */
  isSlow: boolean;
  /** No attempt was made, and none is to be made until then. */
  waitUntil?: string | undefined;
  /** What the reseller's deliveries wait for; undefined without a usable signing key. */
  waitsFor?: WaitsFor | undefined;
}

/**
 * Makes an attempt for each of these events, as many at once as `admit` allows, until the lane or the
 * endpoint's answers block the endpoint, or the webhook is deleted or disabled. When an attempt takes longer
 * than a second, the lane blocks the endpoint for all workers. Makes none while the reseller may send no
 * more.
 */
export async function callEndpoint(
  { webhook, lane }: { webhook: WebhookRecord; lane: DeliveryLaneRecord | undefined },
  wanted: Sendable[],
  tools: CallTools,
): Promise<Calls> {
  const made: Calls["made"] = wanted.map(() => undefined);
  const startedAt = new Date(tools.clock.now());
  const none = { made, lane, isSlow: false };
  if (wanted.length === 0 || isBlocked(lane, startedAt)) return none;
  const signingKey = await findSigningKey(tools);
  if (signingKey === undefined) {
    return { ...none, waitUntil: timestamp(new Date(startedAt.getTime() + KEYLESS_MS)) };
  }
  const secrets = signingSecrets(signingKey, webhook, startedAt);
  const { reseller_uuid, endpoint } = webhook;
  const weight = wanted.reduce((sum, { body }) => sum + weightOf(body), 0);
  const wish = { reseller_uuid, endpoint, count: wanted.length, weight };
  const admitted = await tools.admissions.admit(wish);
  if ("until" in admitted) {
    const { until: waitUntil, waitsFor } = admitted;
    return { ...none, waitUntil, waitsFor };
  }
  let more = -weight;
  try {
    const calls = await makeAttempts({ webhook, lane, secrets }, wanted, { ...tools, ...admitted });
    more = weightAfter(wanted, calls);
    return calls;
  } finally {
    await admitted.end(more);
  }
}

/** What a delivery weighs in its reseller's limit: 1 for each kilobyte, and 1 for each second that its endpoint takes. */
function weightOf(body: string): number {
  return Math.ceil(Buffer.byteLength(body) / 1024);
}

/** What deliveries turned out to weigh more; one without an attempt weighs nothing. */
function weightAfter(wanted: Sendable[], { made }: Calls): number {
  return wanted.reduce((sum, { body }, index) => {
    const attempted = made[index];
    const more = attempted ? Math.floor(attempted.attempt.duration_ms / 1000) : -weightOf(body);
    return sum + more;
  }, 0);
}

async function makeAttempts(
  {
    webhook,
    lane,
    secrets,
  }: { webhook: WebhookRecord; lane: DeliveryLaneRecord | undefined; secrets: string[] },
  wanted: Sendable[],
  tools: CallTools & Pick<Admitted, "take" | "atOnce" | "address">,
): Promise<Calls> {
  const { clock, deadline, slowMs = SLOW_MS } = tools;
  const made: Calls["made"] = wanted.map(() => undefined);
  const target = { endpoint: webhook.endpoint, sign: signerOf(secrets) };
  let failures = lane?.failures ?? 0;
  let slow: Promise<DeliveryLaneRecord | undefined> | undefined;
  const faults: unknown[] = [];
  const isWanted = rereading(webhook, tools);
  const isOver = () =>
    slow !== undefined ||
    faults.length > 0 ||
    failures >= BLOCKING_FAILURES ||
    clock.now() >= deadline;
  const rest = wanted.entries();
  /** Makes an attempt. Returns false if no other is to follow. */
  const make = async (index: number, sendable: Sendable): Promise<boolean> => {
    if (isOver() || !(await isWanted())) return false;
    const timer = setTimeout(() => {
      slow ??= announceSlow(webhook, new Date(clock.now()));
    }, slowMs);
    const attempted = await makeAttempt(target, sendable, tools)
      .catch((error) => void faults.push(error))
      .finally(() => clearTimeout(timer));
    if (!attempted) return false;
    made[index] = attempted;
    if (attempted.verdict === "delivered") failures = 0;
    else failures = attempted.slowDown ? BLOCKING_FAILURES : failures + 1;
    return true;
  };
  const work = async () => {
    for (const [index, sendable] of rest) {
      if (isOver()) return;
      const leave = await tools.take();
      if (!(await make(index, sendable).finally(leave))) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(tools.atOnce, wanted.length) }, work));
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
