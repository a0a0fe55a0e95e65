import type { CheckRecord } from "../../shared/entities/check.ts";
import type { MonitorRecord, ProbeResult } from "../../shared/entities/monitor.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { GAP_TOLERANCE_SECONDS } from "../../shared/uptime/states.ts";

/** An audit may wait this long in a queue without anything being wrong. */
const LATE_AUDIT_SECONDS = 3600;
const NOTHING_RUNS =
  "the schedule or its worker is late or stopped (on one machine, no server may be running)";

interface Checks {
  /** Only checks that the plan enables. */
  monitor?: MonitorRecord | undefined;
  last?: ProbeResult | undefined;
  audit?: CheckRecord | undefined;
}

/** Sentences about overdue checks. */
export function explainLate({ monitor, last, audit }: Checks, now = Date.now()): string[] {
  const isOver = (due: string, seconds: number) => Date.parse(due) + seconds * 1000 < now;
  const sentences: string[] = [];
  const probeDue = monitor && last && dueAfter(last, monitor);
  if (probeDue !== undefined && isOver(probeDue, GAP_TOLERANCE_SECONDS)) {
    sentences.push(
      `A probe was due at ${probeDue} but has no result: either ${NOTHING_RUNS}, or the worker can't reach its control addresses.`,
    );
  }
  if (!audit) return sentences;
  const since = audit.waiting_since ?? audit.due_at;
  if (isOver(since, LATE_AUDIT_SECONDS)) {
    const isWaiting = !isOver(audit.due_at, LATE_AUDIT_SECONDS);
    const why = isWaiting ? "it waits for other audits of its host, or for time" : NOTHING_RUNS;
    sentences.push(`An audit has been due since ${since}: ${why}.`);
  }
  return sentences;
}

/** When the next probe was due: an interval after the last one. */
function dueAfter({ at }: ProbeResult, { target }: MonitorRecord): string {
  return timestamp(new Date(Date.parse(at) + target.minutes * 60_000));
}
