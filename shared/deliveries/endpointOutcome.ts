import type { Attempted } from "./attempt.ts";
import type { DeliveryStep } from "./deliveryStep.ts";

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
  const waits = tried.flatMap(({ attempted, step }) =>
    attempted.slowDown ? (step.next_attempt_at ?? []) : [],
  );
  return {
    result: verdicts.length === 0 ? "none" : success ? "success" : "failure",
    failures,
    until: waits.toSorted().at(-1),
    gone: verdicts.includes("gone"),
  };
}
