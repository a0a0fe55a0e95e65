import { timestamp } from "../time.ts";
import type { Attempted } from "./attempt.ts";
import type { DeliveryStep } from "./retrySchedule.ts";

const SLOW_DOWN_MS = 300_000;

/** An attempt with what becomes of its delivery. */
export interface Tried {
  attempted: Attempted;
  step: DeliveryStep;
}

/** What several attempts at an endpoint say of it together. */
export interface EndpointOutcome {
  /** One attempt that went well makes it a success. */
  result: "success" | "failure" | "none";
  failures: number;
  /** Until when it wants to be left alone: as it says, or else until the next attempt. */
  until: string | undefined;
  gone: boolean;
}

export function outcomeOf(tried: Tried[]): EndpointOutcome {
  const verdicts = tried.map(({ attempted }) => attempted.verdict);
  const failures = verdicts.filter((verdict) => verdict !== "delivered").length;
  const success = failures < verdicts.length;
  const waits = tried.flatMap(({ attempted: { slowDown, until, attempt }, step }) => {
    if (!slowDown || step.next_attempt_at === undefined) return [];
    if (until) return timestamp(until);
    // A delivery of days ago waits for hours: its endpoint is asked again sooner.
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
