import { addResult } from "../../shared/checks/addResult.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { advance, CONFIRM_SECONDS } from "./advance.ts";
import type { Look } from "./checkSite.ts";
import { recordTurn } from "./recordTurn.ts";

/**
 * Writes what a look at a website says and when the next one is due: at `next`, or in a minute
 * where it has to be confirmed. When the site turned, the website and its feed change with it.
 */
export async function recordLook(
  check: CheckRecord,
  look: Look,
  { now, next }: { now: Date; next: string },
) {
  const seconds = Math.floor(now.getTime() / 1000);
  const step = advance(readUptimeMemory(check), look.answered, seconds);
  const memory = {
    ...step.memory,
    discarded: undefined,
    ...(look.answered ? { url: look.url } : {}),
  };
  const due_at = step.soon ? timestamp(new Date(now.getTime() + CONFIRM_SECONDS * 1000)) : next;
  const result = { at: timestamp(now), outcome: look.outcome, duration: look.duration };
  const changes = { memory, results: addResult(check, result) };
  if (!step.turned) return reschedule(check, due_at, changes);
  return recordTurn(check, { ...changes, due_at }, { ...step.turned, outcome: look.outcome, now });
}
