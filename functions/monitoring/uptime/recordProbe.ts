import type * as z from "zod/mini";
import { Check, type CheckRecord, type RoundTarget } from "../../../shared/entities/check.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { FeedItem } from "../../../shared/entities/feedItem.ts";
import { requireEnv } from "../../../shared/env.ts";
import {
  type downtimeData,
  newFeedItem,
  takeFeedSequences,
} from "../../../shared/feed/feedItem.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { FEED_ITEMS, putMetrics } from "../../../shared/metrics.ts";
import { write } from "../../../shared/table/transact.ts";
import { historyEnds, timestamp } from "../../../shared/time.ts";
import { type Bucket, placeInIndex } from "../buckets.ts";
import { addResult, needsMessage, nextDue, ownShard, reschedule } from "../dueTimes.ts";
import { type DueCheck, findCheck } from "../findChecks.ts";
import { readUptimeMemory } from "../uptimeMemory.ts";
import { observedUntil, tallyProbe } from "./ownDays.ts";
import { type Probe, type RegionProbe, reportOf } from "./probeSite.ts";
import { CONFIRM_SECONDS, stateAfterProbe, type Transition } from "./upOrDown.ts";

type ReportedTransition = Transition &
  Pick<Probe, "outcome" | "finding"> & { elsewhere: Probe["elsewhere"]; now: Date };
type Changes = Pick<
  CheckRecord<"uptime">,
  "memory" | "results" | "due_at" | "shard" | "target" | "tallies" | "folded"
>;

/**
 * Writes the result of a probe and when the website is probed next: in the rounds of its bucket if it is
 * up, separately within the interval if it is not, or in a minute if the result has to be confirmed. The
 * check is returned if a message is to bring it. A transition changes the website and its feed as well.
 */
export async function recordProbe(
  check: CheckRecord<"uptime">,
  probe: Probe,
  bucket: Bucket,
): Promise<DueCheck | undefined> {
  const { minutes } = bucket;
  const { finding, at, outcome, url, duration, elsewhere } = probe;
  const step = stateAfterProbe(readUptimeMemory(check), reportOf(probe, minutes));
  const joins = finding === "up" && step.memory.state === "up";
  const next = step.soon
    ? timestamp(new Date(at.getTime() + CONFIRM_SECONDS * 1000))
    : nextDue(check.uuid, minutes, at);
  const due = joins
    ? placeInIndex(check.uuid, minutes, next)
    : { shard: ownShard(check), due_at: next };
  const joined = { minutes, bucket: joins ? bucket : undefined };
  const changes = {
    memory: {
      ...step.memory,
      ...(finding === "up" ? { url, discarded: undefined } : {}),
      observed_until: observedUntil(at, joined),
    },
    results: addResult(check, {
      ...{ at: timestamp(at), outcome, duration },
      ...(elsewhere && { elsewhere: outcomesOf(elsewhere) }),
    }),
    target: targetOf(check, probe, minutes),
    ...due,
    tallies: tallyProbe(check, probe, joined),
    ...(check.folded !== undefined && { folded: check.folded }),
  };
  const { reseller_uuid, uuid } = check;
  if (step.transition) {
    const told = { ...step.transition, outcome, finding, elsewhere, now: at };
    await recordTransition(check, changes, told);
  } else if (!(await reschedule(check, due.due_at, changes))) {
    return undefined;
  }
  const byMessage = step.soon || (!joins && needsMessage(minutes));
  return byMessage ? { reseller_uuid, uuid, due_at: due.due_at } : undefined;
}

/** What a round needs of a website after a probe. */
export function targetOf(
  { target, hostname }: CheckRecord<"uptime">,
  { url, at }: Pick<Probe, "url" | "at">,
  minutes: number,
): RoundTarget {
  // The tallies have the rounds of a former interval, which must not count again if the website returns to it.
  const isOther = target !== undefined && target.minutes !== minutes;
  const since = isOther ? Math.floor(at.getTime() / 1000) : target?.since;
  return { minutes, hostname, url, ...(since !== undefined && { since }) };
}

function outcomesOf(elsewhere: RegionProbe[]): Record<string, string> {
  return Object.fromEntries(elsewhere.map(({ region, outcome }) => [region, outcome]));
}

/**
 * Writes that a website went down or came back: the check, the website, its copy in the list, the
 * downtime and a feed item, in one transaction. Writes nothing if another worker did the check in the
 * meantime, or if the host name changed.
 */
async function recordTransition(
  check: CheckRecord<"uptime">,
  changes: Changes,
  transition: ReportedTransition,
) {
  const { reseller_uuid, uuid, kind } = check;
  let items = 0;
  const recorded = changeListed(websites, { reseller_uuid, uuid }, async ({ hostname }) => {
    items = 0;
    const present = await findCheck({ reseller_uuid, uuid }, kind);
    if (present?.due_at !== check.due_at || hostname !== check.hostname) return undefined;
    const sequence = await takeFeedSequences({ reseller_uuid, website_uuid: uuid }, 1);
    items = 1;
    const { is_up, from, outcome } = transition;
    return {
      set: {
        is_hostname_up: is_up,
        down_since: is_up ? undefined : timestamp(new Date(from * 1000)),
        down_cause: is_up ? undefined : outcome,
        updated_at: timestamp(transition.now),
      },
      also: [
        write(Check, (entity) =>
          entity
            .patch({ reseller_uuid, uuid, kind })
            .set(changes)
            .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
            .commit(),
        ),
        write(FeedItem, (item) => item.create(downtimeItem(check, transition, sequence)).commit()),
        keepDowntime(check, transition),
      ],
    };
  });
  if (await unlessGone(recorded)) putMetrics({ [FEED_ITEMS]: items });
  if (transition.is_up) await auditUnreadable(check, transition.now);
}

/** The write of a downtime with its cause, kept for as long as feed items. */
function keepDowntime(
  { reseller_uuid, uuid }: CheckRecord<"uptime">,
  transition: ReportedTransition,
) {
  const key = { reseller_uuid, uuid, began_at: timestamp(new Date(transition.from * 1000)) };
  const expires_epoch = historyEnds(transition.now.getTime() / 1000);
  const known = transition.is_up
    ? {
        ended_at: timestamp(new Date(transition.to * 1000)),
        duration_seconds: transition.duration,
        unobserved_seconds: transition.unobserved,
      }
    : { cause: transition.outcome };
  return write(Downtime, (entity) =>
    entity
      .update(key)
      .set({ ...known, expires_epoch })
      .commit(),
  );
}

/** Makes the audit of a website that came back due now, if audits could not read it. */
async function auditUnreadable({ reseller_uuid, uuid }: CheckRecord<"uptime">, now: Date) {
  const audit = await findCheck({ reseller_uuid, uuid }, "audit");
  if (!audit?.memory["unreadable"] || audit.due_at <= timestamp(now)) return;
  await reschedule(audit, timestamp(now));
}

function downtimeItem(
  check: CheckRecord<"uptime">,
  transition: ReportedTransition,
  sequence: number,
) {
  const { outcome, finding, elsewhere } = transition;
  const data: z.infer<typeof downtimeData> = {
    outcome,
    down_since: timestamp(new Date(transition.from * 1000)),
    ...(transition.is_up && {
      // It is unknown since when a website is up that can't be reached from here.
      ...(finding === "up" && { up_since: timestamp(new Date(transition.to * 1000)) }),
      duration_seconds: transition.duration,
      ...(transition.unobserved > 0 && { unobserved_seconds: transition.unobserved }),
    }),
    ...(elsewhere && { seen_from: regionsThatFail(elsewhere) }),
  };
  const back = finding === "up" ? "success" : "info";
  const status = transition.is_up ? back : "error";
  return newFeedItem(check, { type: "downtime", status, data, sequence });
}

/** This region, and the others that found the website down. */
function regionsThatFail(elsewhere: RegionProbe[]): string[] {
  const failing = elsewhere.filter(({ finding }) => finding === "down");
  return [requireEnv("AWS_REGION"), ...failing.map(({ region }) => region)];
}
