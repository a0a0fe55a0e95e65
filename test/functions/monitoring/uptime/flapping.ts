import { withStability } from "../../../../functions/monitoring/uptime/stability.ts";
import {
  type ProbeReport,
  stateAfterProbe,
} from "../../../../functions/monitoring/uptime/upOrDown.ts";
import { NEW_UPTIME_MEMORY } from "../../../../functions/monitoring/uptimeMemory.ts";
import type { UptimeMemory } from "../../../../shared/entities/check.ts";

/** Whether a website answers at a time in seconds. */
export type Answers = (at: number) => boolean;

/** A probe as a log has it. */
export interface Logged {
  at: number;
  answered: boolean;
}

/** Numbers between 0 and 1 that depend on the seed alone. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Probes a website as the schedule does, from a time on, by the rules alone. */
export function probeByRules(
  answers: Answers,
  { minutes, looks, from }: { minutes: number; looks: number; from: number },
): { log: Logged[]; memory: UptimeMemory } {
  const log: Logged[] = [];
  let memory = NEW_UPTIME_MEMORY;
  for (let at = from; log.length < looks; ) {
    const answered = answers(at);
    const report: ProbeReport = { finding: answered ? "up" : "down", at, minutes };
    log.push({ at, answered });
    const step = withStability(memory, stateAfterProbe(memory, report), report);
    ({ memory } = step);
    const interval = minutes * 60;
    at = step.soon ? at + 60 : at - ((at - from) % interval) + interval;
  }
  return { log, memory };
}

/** How often neighbours in a list differ. */
export function changesOf(values: readonly boolean[]): number {
  return values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
}
