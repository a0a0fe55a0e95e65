import type { CheckRecord, CheckResult } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { isInBucket } from "../monitoring/buckets.ts";
import { GAP_TOLERANCE_SECONDS } from "../monitoring/uptimeMemory.ts";

/** An audit may wait this long in a queue without anything being wrong. */
const LATE_AUDIT_SECONDS = 3600;
const NOTHING_RUNS =
  "the schedule or its worker is late or stopped (on one machine, no server may be running)";

interface Checks {
  /** Only checks that the plan enables. */
  uptime?: CheckRecord<"uptime"> | undefined;
  last?: CheckResult | undefined;
  audit?: CheckRecord<"audit"> | undefined;
}

/** Sentences about overdue checks. */
export function explainLate({ uptime, last, audit }: Checks, now = Date.now()): string[] {
  const isOver = (due: string, seconds: number) => Date.parse(due) + seconds * 1000 < now;
  const sentences: string[] = [];
  const probeDue = uptime && dueAt(uptime, last);
  if (probeDue !== undefined && isOver(probeDue, GAP_TOLERANCE_SECONDS)) {
    sentences.push(
      `A probe was due at ${probeDue} but has no result: either ${NOTHING_RUNS}, or most websites failed at once and the results were discarded.`,
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

/** When the next probe was due: for a website in a bucket, an interval after the last one. */
function dueAt(check: CheckRecord<"uptime">, last: CheckResult | undefined): string | undefined {
  if (!isInBucket(check)) return check.due_at;
  const intervalMs = check.target.minutes * 60_000;
  return last && timestamp(new Date(Date.parse(last.at) + intervalMs));
}
