import type * as z from "zod/mini";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { FeedItem } from "../../../shared/entities/feedItem.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import {
  type NewFeedItem,
  newFeedItem,
  takeFeedSequences,
  type unstableData,
} from "../../../shared/feed/feedItem.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { FEED_ITEMS, putMetrics } from "../../../shared/metrics.ts";
import { type Write, write } from "../../../shared/table/transact.ts";
import { historyEnds, timestamp } from "../../../shared/time.ts";
import { reschedule } from "../dueTimes.ts";
import { findCheck } from "../findChecks.ts";
import { atSecond, downtimeItem, type ReportedTransition } from "./downtimeItem.ts";
import type { StabilityChange } from "./stability.ts";
import type { Step } from "./upOrDown.ts";

type Changes = Pick<CheckRecord<"uptime">, "memory" | "due_at" | "shard"> &
  Partial<Pick<CheckRecord<"uptime">, "results" | "target" | "tallies" | "folded">>;

/** The outcome of a downtime that ends because the website is not probed any more. */
const PAUSED = "unknown (paused)";

/** What a probe changes beside the check. */
interface News {
  website: (found: WebsiteRecord) => Partial<WebsiteRecord>;
  item?: NewFeedItem | undefined;
  also?: Write[];
}

/** Writes that a website went down or came back, with the downtime. */
export async function recordTransition(
  check: CheckRecord<"uptime">,
  changes: Changes,
  transition: ReportedTransition,
) {
  const { is_up, from, outcome, now } = transition;
  await recordNews(check, changes, {
    website: () => ({
      is_hostname_up: is_up,
      awaits_probe: undefined,
      down_since: is_up ? undefined : atSecond(from),
      down_cause: is_up ? undefined : outcome,
      down_until: is_up ? atSecond(transition.to) : undefined,
      updated_at: timestamp(now),
    }),
    item: downtimeItem(transition),
    also: [keepDowntime(check, transition)],
  });
  if (is_up) await auditUnreadable(check, now);
}

/** Writes that a website was seen for the first time, or is probed again after a pause. Returns false if it is not written. */
export async function recordBeginning(
  check: CheckRecord<"uptime">,
  changes: Changes,
): Promise<boolean> {
  return await recordNews(check, changes, {
    // No field changes that the website's resource shows.
    website: ({ updated_at }) => ({
      awaits_probe: undefined,
      paused_since: undefined,
      updated_at,
    }),
  });
}

/** Writes that a website is not probed any more, and ends its downtime. */
export async function recordPause(
  check: CheckRecord<"uptime">,
  { memory, transition }: Pick<Step, "memory" | "transition">,
  { now, ...changes }: Pick<Changes, "due_at" | "shard" | "tallies" | "folded"> & { now: Date },
) {
  const ended = transition?.is_up
    ? { ...transition, outcome: PAUSED, finding: "unknown" as const, elsewhere: undefined, now }
    : undefined;
  await recordNews(
    check,
    { ...changes, memory },
    {
      website: ({ paused_since = timestamp(now), updated_at }) => ({
        paused_since,
        unstable_since: undefined,
        updated_at,
        ...(ended && {
          ...{ is_hostname_up: true, down_since: undefined, down_cause: undefined },
          ...{ down_until: atSecond(ended.to), updated_at: timestamp(now) },
        }),
      }),
      item: ended && downtimeItem(ended),
      also: ended ? [keepDowntime(check, ended)] : [],
    },
  );
}

/** Writes that a website became unstable, or is stable again. */
export async function recordStability(
  check: CheckRecord<"uptime">,
  changes: Changes,
  { is_stable, since, failures, now }: StabilityChange & { now: Date },
) {
  const data: z.infer<typeof unstableData> = {
    is_stable,
    unstable_since: atSecond(since),
    failures_count: failures,
    ...(is_stable && { stable_since: timestamp(now) }),
  };
  await recordNews(check, changes, {
    // No field changes that the website's resource shows.
    website: ({ updated_at }) => ({
      unstable_since: is_stable ? undefined : atSecond(since),
      updated_at,
    }),
    item: { type: "unstable", status: is_stable ? "success" : "warning", data },
  });
}

/**
 * Writes news in one transaction: the check, the website, its copy in the list, a feed item and what
 * belongs to it. Returns false, and writes nothing, if another worker did the check in the meantime, or if
 * the website was deleted or its host name changed.
 */
async function recordNews(
  check: CheckRecord<"uptime">,
  changes: Changes,
  { website, item, also = [] }: News,
): Promise<boolean> {
  const { reseller_uuid, uuid, kind } = check;
  let isWritten = false;
  const recorded = changeListed(websites, { reseller_uuid, uuid }, async (found) => {
    isWritten = false;
    const present = await findCheck({ reseller_uuid, uuid }, kind);
    const isOther = [found.hostname, present?.hostname].some((name) => name !== check.hostname);
    if (present?.due_at !== check.due_at || isOther) return undefined;
    const feed = { reseller_uuid, website_uuid: uuid };
    const sequence = item && (await takeFeedSequences(feed, 1));
    isWritten = true;
    return {
      set: website(found),
      also: [
        write(Check, (entity) =>
          entity
            .patch({ reseller_uuid, uuid, kind })
            .set(changes)
            .where(
              ({ due_at, hostname }, { eq }) =>
                `${eq(due_at, check.due_at)} AND ${eq(hostname, check.hostname)}`,
            )
            .commit(),
        ),
        ...(item && sequence !== undefined
          ? [
              write(FeedItem, (entity) =>
                entity.create(newFeedItem(check, { ...item, sequence })).commit(),
              ),
            ]
          : []),
        ...also,
      ],
    };
  });
  const isThere = await unlessGone(recorded);
  if (isThere) putMetrics({ [FEED_ITEMS]: isWritten && item ? 1 : 0 });
  return isThere !== undefined && isWritten;
}

/** The write of a downtime with its cause, kept for as long as feed items. */
function keepDowntime(
  { reseller_uuid, uuid }: CheckRecord<"uptime">,
  transition: ReportedTransition,
) {
  const key = { reseller_uuid, uuid, began_at: atSecond(transition.from) };
  const expires_epoch = historyEnds(transition.now.getTime() / 1000);
  const known = transition.is_up
    ? {
        ended_at: atSecond(transition.to),
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
