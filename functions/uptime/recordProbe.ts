import { addResult } from "../../shared/checks/addResult.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { advance, CONFIRM_SECONDS } from "./advance.ts";
import type { Probe } from "./probeSite.ts";
import { recordTransition } from "./recordTransition.ts";

/**
 * Writes what a probe of a website says and when the next one is due: at `next`, or in a minute
 * where it has to be confirmed. At a transition, the website and its feed change with it.
 */
export async function recordProbe(
  check: CheckRecord,
  probe: Probe,
  { now, next }: { now: Date; next: string },
) {
  const seconds = Math.floor(now.getTime() / 1000);
  const step = advance(readUptimeMemory(check), probe.answered, seconds);
  const memory = {
    ...step.memory,
    discarded: undefined,
    ...(probe.answered ? { url: probe.url } : {}),
  };
  const due_at = step.soon ? timestamp(new Date(now.getTime() + CONFIRM_SECONDS * 1000)) : next;
  const result = { at: timestamp(now), outcome: probe.outcome, duration: probe.duration };
  const changes = { memory, results: addResult(check, result) };
  if (!step.transition) return reschedule(check, due_at, changes);
  return recordTransition(
    check,
    { ...changes, due_at },
    { ...step.transition, outcome: probe.outcome, now },
  );
}
