import type { DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import type { DeliveryStep } from "../decideRetry.ts";
import { changeLane } from "../lane.ts";
import { disableWebhook } from "../webhook.ts";
import type { Attempted } from "./attempt.ts";
import { isGivenUp, type LaneRule, type WaitsFor } from "./laneRules.ts";

const SLOW_DOWN_MS = 300_000;

/** An attempt and what becomes of its delivery. */
interface Tried {
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
  /** What the deliveries wait for that were not attempted. */
  waitsFor?: WaitsFor | undefined;
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
