import type * as z from "zod/mini";
import { findCheck } from "../../shared/checks/findChecks.ts";
import { addResult, reschedule } from "../../shared/checks/reschedule.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { type downtimeData, newFeedItem } from "../../shared/feed/feedItem.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import { write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { advance, CONFIRM_SECONDS, type Step } from "./advance.ts";
import type { Probe } from "./probeSite.ts";

type Transition = NonNullable<Step["transition"]> & { outcome: string; now: Date };
type Changes = Pick<CheckRecord<"uptime">, "memory" | "results" | "due_at">;

/**
 * Writes what a probe of a website says and when the next one is due: at `next`, or in a minute
 * where it has to be confirmed. At a transition, the website and its feed change with it.
 */
export async function recordProbe(
  check: CheckRecord<"uptime">,
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

/**
 * Writes that a website went down or came back: its check, the website, its copy in the list and a
 * feed item in one transaction, or nothing when the check was done by somebody else meanwhile, or
 * the website has got another host name.
 */
async function recordTransition(
  check: CheckRecord<"uptime">,
  changes: Changes,
  transition: Transition,
) {
  const { reseller_uuid, uuid, kind, shard } = check;
  const recorded = changeListed(websites, { reseller_uuid, uuid }, async ({ hostname }) => {
    const present = await findCheck({ reseller_uuid, uuid }, kind);
    if (present?.due_at !== check.due_at || hostname !== check.hostname) return undefined;
    return {
      set: { is_hostname_up: transition.is_up, updated_at: timestamp(transition.now) },
      also: [
        write(Check, (entity) =>
          entity
            .patch({ reseller_uuid, uuid, kind })
            .set({ ...changes, shard })
            .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
            .commit(),
        ),
        write(FeedItem, (item) => item.create(downtimeItem(check, transition)).commit()),
      ],
    };
  });
  await unlessGone(recorded);
  if (transition.is_up) await auditUnreadable(check, transition.now);
}

/** A website that audits could not read, and that is back, is audited at once. */
async function auditUnreadable({ reseller_uuid, uuid }: CheckRecord<"uptime">, now: Date) {
  const audit = await findCheck({ reseller_uuid, uuid }, "audit");
  if (!audit?.memory["unreadable"] || audit.due_at <= timestamp(now)) return;
  await reschedule(audit, timestamp(now));
}

function downtimeItem(check: CheckRecord<"uptime">, transition: Transition) {
  const data: z.infer<typeof downtimeData> = {
    outcome: transition.outcome,
    down_since: timestamp(new Date(transition.from * 1000)),
    ...(transition.is_up
      ? {
          up_since: timestamp(new Date(transition.to * 1000)),
          duration_seconds: transition.to - transition.from,
        }
      : {}),
  };
  const status = transition.is_up ? "success" : "error";
  return newFeedItem(check, { type: "downtime", status, data });
}
