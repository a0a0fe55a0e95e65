import { type AuditMemory, Check, type CheckRecord } from "../../shared/entities/check.ts";
import { FeedItem, type FeedItemRecord } from "../../shared/entities/feedItem.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { Website } from "../../shared/entities/website.ts";
import { type NewFeedItem, newFeedItem, takeFeedSequences } from "../../shared/feed/feedItem.ts";
import { log } from "../../shared/log.ts";
import { FEED_ITEMS, putMetrics } from "../../shared/metrics.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import { transactIfTrue, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { readUptime } from "../monitoring/bucketHours.ts";
import { findCheck } from "../monitoring/findChecks.ts";
import { endOfMaintenance, findWindows } from "../monitoring/maintenance.ts";
import { addResult, intervalMinutes } from "../monitoring/schedule.ts";
import { uptimePercentage } from "../monitoring/uptime.ts";
import type { Audit } from "./crawlAndAnalyse.ts";
import { findNews, summarise, summariseUnchecked } from "./feedItems.ts";
import { findUnreadable, retryMinutes, tellReadability } from "./readability.ts";
import { nextAudit, shardAfter } from "./slow.ts";

interface Recording {
  plan: PlanRecord;
  now: Date;
}

/** Writes what an audit found, or that the website could not be read, and when it is due next. */
export async function recordAudit(
  check: CheckRecord<"audit">,
  audit: Audit,
  { plan, now, tookMs }: Recording & { tookMs: number },
) {
  const { analysis, coverage, durationMs } = audit;
  const shard = shardAfter(check, { tookMs, hasRead: hasCrawled(audit) });
  const recording = { plan, now, shard };
  const maintainedUntil =
    audit.unreadable === undefined ? undefined : endOfMaintenance(await findWindows(check), now);
  const outcome = `${describeAudit(audit)}${maintainedUntil ? ", in a maintenance window" : ""}`;
  const results = addResult(check, { at: timestamp(now), outcome, duration: durationMs });
  // What was announced is no news: the website is audited again when that is over.
  const { items, memory } = maintainedUntil
    ? { items: [], memory: check.memory }
    : await tell(check, audit, { plan, now });
  const due_at = maintainedUntil
    ? earlier(maintainedUntil, findNext(check, recording))
    : findDue(check, audit, recording);
  const { reseller_uuid, uuid: website_uuid } = check;
  const first =
    items.length && (await takeFeedSequences({ reseller_uuid, website_uuid }, items.length));
  const records = items.map((item, index) =>
    newFeedItem(check, { ...item, sequence: first + index }, now),
  );
  const crawled_at = hasCrawled(audit)
    ? timestamp(new Date(now.getTime() - durationMs))
    : check.crawled_at;
  const changes = { due_at, results, memory, shard, ...(crawled_at && { crawled_at }) };
  const written = await writeAudit(check, changes, records);
  if (written) putMetrics({ [FEED_ITEMS]: records.length });
  log("info", "audit", {
    website_uuid: check.uuid,
    outcome: written ? outcome : "superseded",
    duration_ms: durationMs,
    ...coverage,
    ...analysis.counts,
  });
}

/** Whether an audit has read the website itself. One that could not may be tried again soon. */
function hasCrawled({ unreadable, materials }: Audit): boolean {
  return unreadable === undefined && Object.keys(materials).length > 0;
}

/** The feed items that an audit comes to, the summary last, and what the next one has to know. */
async function tell(
  check: CheckRecord<"audit">,
  { analysis, memory, unreadable }: Audit,
  { plan, now }: Recording,
): Promise<{ items: NewFeedItem[]; memory: AuditMemory }> {
  const { findings, unchecked } = analysis;
  const before = findUnreadable(memory);
  const readability = tellReadability(before, unreadable, now);
  const found = findNews(findings, memory, now);
  const rest = summariseUnchecked(unchecked, found.written, now);
  const news = [...readability, ...found.news, ...rest.news];
  const interval = intervalMinutes("audit", plan) * 60_000;
  // A website that is tried every hour has its summary as often as one that is read.
  const isDue = !before || now.getTime() - Date.parse(before.summary_at) >= interval;
  const withSummary = unreadable === undefined || isDue || news.length > 0;
  const uptime = hasFeature(plan, "downtime") && withSummary ? await findUptime(check, now) : 100;
  const summary = withSummary ? [summarise(findings, uptime, unreadable)] : [];
  const { unreadable: _, ...kept } = memory;
  return {
    items: [...news, ...summary],
    memory: {
      ...kept,
      ...analysis.memory,
      written: rest.written,
      ...(unreadable !== undefined && {
        unreadable: {
          reason: before?.reason ?? unreadable,
          since: before?.since ?? timestamp(now),
          tries: (before?.tries ?? 0) + 1,
          summary_at: withSummary || !before ? timestamp(now) : before.summary_at,
        },
      }),
    },
  };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function findDue(
  check: CheckRecord<"audit">,
  { unreadable, memory }: Audit,
  recording: Recording & { shard: number },
): string {
  if (unreadable === undefined) return findNext(check, recording);
  const { plan, now } = recording;
  const interval = intervalMinutes("audit", plan);
  const minutes = retryMinutes(findUnreadable(memory), unreadable, interval);
  return timestamp(new Date(now.getTime() + minutes * 60_000));
}

function findNext(
  { uuid }: CheckRecord<"audit">,
  { plan, now, shard }: Recording & { shard: number },
): string {
  return nextAudit({ uuid, shard }, { minutes: intervalMinutes("audit", plan), now });
}

/**
 * The feed items, what the next audit has to know and when it is due, in one transaction; nothing,
 * and false, where somebody else has done the audit meanwhile, or the website has gone, or moved.
 */
async function writeAudit(
  check: CheckRecord<"audit">,
  changes: Pick<CheckRecord<"audit">, "due_at" | "results" | "memory" | "crawled_at" | "shard">,
  items: FeedItemRecord[],
): Promise<boolean> {
  const { reseller_uuid, uuid, kind } = check;
  return await transactIfTrue(
    write(Check, (entity) =>
      entity
        .patch({ reseller_uuid, uuid, kind })
        .set(changes)
        .remove(["claimed_until", "claimed_by", "requested_at", "waiting_since"])
        .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
        .commit(),
    ),
    write(Website, (website) =>
      website
        .check({ reseller_uuid, uuid })
        .where(({ hostname }, { eq }) => eq(hostname, check.hostname))
        .commit(),
    ),
    ...items.map((item) => write(FeedItem, (entity) => entity.create(item).commit())),
  );
}

/** What an audit came to, as operators see it: how much it covered, or why there was nothing to read. */
function describeAudit({ coverage, unreadable, isEmpty }: Audit): string {
  if (isEmpty) return "nothing to check: the plan has every part switched off";
  if (unreadable !== undefined) return `unreadable: ${unreadable}`;
  const { pages, found, limit } = coverage;
  return limit ? `${pages} of ${found} pages, limit: ${limit}` : `${pages} pages`;
}

/** The uptime percentage that a website's uptime checks come to; 100 before the first one. */
async function findUptime(
  { reseller_uuid, uuid }: CheckRecord<"audit">,
  now: Date,
): Promise<number> {
  const data = await findCheck({ reseller_uuid, uuid }, "uptime", { consistent: false });
  if (!data) return 100;
  return uptimePercentage(await readUptime(data, now.getTime()), now.getTime() / 1000);
}
