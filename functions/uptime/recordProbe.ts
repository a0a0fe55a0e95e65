import type * as z from "zod/mini";
import { type DueCheck, findCheck } from "../../shared/checks/findChecks.ts";
import { addResult, ownShard, reschedule } from "../../shared/checks/reschedule.ts";
import { nextDue } from "../../shared/checks/schedule.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { Downtime } from "../../shared/entities/downtime.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { requireEnv } from "../../shared/env.ts";
import { type downtimeData, newFeedItem, takeFeedSequences } from "../../shared/feed/feedItem.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import { FEED_ITEMS, putMetrics } from "../../shared/metrics.ts";
import { write } from "../../shared/table/transact.ts";
import { historyEnds, timestamp } from "../../shared/time.ts";
import { advance, CONFIRM_SECONDS, type Look, type Transition } from "./advance.ts";
import { isUpElsewhere, type Probe, type Sighting } from "./probeSite.ts";
import { observedUntil, tallyProbe } from "./tallyProbe.ts";

type Told = Transition &
  Pick<Probe, "outcome" | "finding"> & { elsewhere: Probe["elsewhere"]; now: Date };
type Changes = Pick<
  CheckRecord<"uptime">,
  "memory" | "results" | "due_at" | "shard" | "seat" | "tallies" | "folded"
>;

/** How often a website is checked, and its place in a roster of that interval. */
export interface Standing {
  minutes: number;
  roster: number;
  place: number;
  /** It can't join it yet, also where it is simply up. */
  isWaiting?: boolean;
}

/**
 * Writes what a probe of a website says and when the next one is due: with its roster where it is
 * simply up, by itself within the interval where it is not, or in a minute where that has to be
 * confirmed, which is returned then. At a transition, the website and its feed change with it.
 */
export async function recordProbe(
  check: CheckRecord<"uptime">,
  probe: Probe,
  { minutes, roster, place, isWaiting = false }: Standing,
): Promise<DueCheck | undefined> {
  const { finding, at, outcome, url, duration, elsewhere } = probe;
  const step = advance(readUptimeMemory(check), lookOf(probe, minutes));
  const joins = finding === "up" && step.memory.state === "up" && !isWaiting;
  const due_at = step.soon
    ? timestamp(new Date(at.getTime() + CONFIRM_SECONDS * 1000))
    : nextDue(check.uuid, minutes, at);
  const seated = { minutes, joins: joins ? roster : undefined };
  const changes = {
    memory: {
      ...step.memory,
      ...(finding === "up" ? { url, discarded: undefined } : {}),
      observed_until: observedUntil(at, seated),
    },
    results: addResult(check, {
      ...{ at: timestamp(at), outcome, duration },
      ...(elsewhere && { elsewhere: outcomesOf(elsewhere) }),
    }),
    seat: { roster, place, hostname: check.hostname, url },
    shard: joins ? roster : ownShard(check),
    tallies: tallyProbe(check, probe, seated),
    ...(check.folded !== undefined && { folded: check.folded }),
  };
  const { reseller_uuid, uuid } = check;
  if (step.transition) {
    const told = { ...step.transition, outcome, finding, elsewhere, now: at };
    await recordTransition(check, { ...changes, due_at }, told);
    return undefined;
  }
  const written = await reschedule(check, due_at, changes);
  return written && step.soon ? { reseller_uuid, uuid, due_at } : undefined;
}

/** What a probe says, as `advance` takes it. */
export function lookOf(probe: Probe, minutes: number): Look {
  const at = Math.floor(probe.at.getTime() / 1000);
  const { finding, announced } = probe;
  return {
    finding,
    at,
    minutes,
    isUpElsewhere: isUpElsewhere(probe),
    ...(announced && { announced }),
  };
}

function outcomesOf(elsewhere: Sighting[]): Record<string, string> {
  return Object.fromEntries(elsewhere.map(({ region, outcome }) => [region, outcome]));
}

/**
 * Writes that a website went down or came back: its check, the website, its copy in the list, the
 * downtime and a feed item in one transaction, or nothing when the check was done by somebody else
 * meanwhile, or the website has got another host name.
 */
async function recordTransition(check: CheckRecord<"uptime">, changes: Changes, transition: Told) {
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

/** The write by which a downtime is known for as long as feed items are, with its cause. */
function keepDowntime({ reseller_uuid, uuid }: CheckRecord<"uptime">, transition: Told) {
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

/** A website that audits could not read, and that is back, is audited at once. */
async function auditUnreadable({ reseller_uuid, uuid }: CheckRecord<"uptime">, now: Date) {
  const audit = await findCheck({ reseller_uuid, uuid }, "audit");
  if (!audit?.memory["unreadable"] || audit.due_at <= timestamp(now)) return;
  await reschedule(audit, timestamp(now));
}

function downtimeItem(check: CheckRecord<"uptime">, transition: Told, sequence: number) {
  const { outcome, finding, elsewhere } = transition;
  const data: z.infer<typeof downtimeData> = {
    outcome,
    down_since: timestamp(new Date(transition.from * 1000)),
    ...(transition.is_up && {
      // Of one that can't be reached from here nobody knows since when it is up.
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

/** This region, and those that found the website down as well. */
function regionsThatFail(elsewhere: Sighting[]): string[] {
  const failing = elsewhere.filter(({ finding }) => finding === "down");
  return [requireEnv("AWS_REGION"), ...failing.map(({ region }) => region)];
}
