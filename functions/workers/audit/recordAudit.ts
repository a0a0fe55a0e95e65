import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { FeedItem } from "../../../shared/entities/feedItem.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { ProspectRecord } from "../../../shared/entities/prospect.ts";
import { Website } from "../../../shared/entities/website.ts";
import { newFeedItem, takeFeedSequences } from "../../../shared/feed/feedItem.ts";
import { log } from "../../../shared/platform/log.ts";
import { FEED_ITEMS, putMetrics } from "../../../shared/platform/metrics.ts";
import {
  transactIfTrue,
  type Write,
  write,
  writeIfTrue,
} from "../../../shared/platform/table/transact.ts";
import { NEVER, timestamp } from "../../../shared/platform/time.ts";
import {
  addResult,
  FOR_NOW,
  intervalMinutes,
  nextAudit,
  reschedule,
} from "../../../shared/uptime/audits.ts";
import { endOfMaintenance, findWindows } from "../../../shared/uptime/maintenanceWindows.ts";
import type { Audit } from "./crawlAndExamine.ts";
import { SUMMARY } from "./feedItems.ts";
import { conclusionOf } from "./prospects.ts";
import { retryMinutes } from "./readability.ts";
import { writeFindings } from "./websiteFindings.ts";

/**
 * Writes the results of an audit and its next due time. Returns false if another worker did the audit in the meantime,
 * or if the website changed.
 */
export async function recordAudit(
  check: CheckRecord,
  audit: Audit,
  { plan, prospect, now }: { plan: PlanRecord; prospect?: ProspectRecord | undefined; now: Date },
): Promise<boolean> {
  const { coverage, durationMs } = audit;
  const minutes = intervalMinutes("audit", plan);
  const maintainedUntil =
    audit.unreadable === undefined ? undefined : endOfMaintenance(await findWindows(check), now);
  const outcome = `${describeAudit(audit)}${maintainedUntil ? ", in a maintenance window" : ""}`;
  const results = addResult(check, { at: timestamp(now), outcome, duration: durationMs });
  // A failure during announced maintenance is no news. The website is audited again when the maintenance ends.
  const { items, memory } = maintainedUntil ? { items: [], memory: check.memory } : audit;
  // A prospect is audited once.
  const due_at = prospect ? NEVER : findDue(check, audit, { minutes, now, maintainedUntil });
  const { reseller_uuid, uuid: website_uuid } = check;
  const first =
    items.length && (await takeFeedSequences({ reseller_uuid, website_uuid }, items.length));
  const quiet = prospect && ({ is_quiet: true } as const);
  const records = items.map((item, index) => ({
    ...newFeedItem(check, { ...item, sequence: first + index }, now),
    ...quiet,
  }));
  const summary = memory.written?.[SUMMARY];
  const summaryRecord = records.find(({ type }) => type === SUMMARY);
  if (summary && summaryRecord) summary.sequence = summaryRecord.sequence;
  // A prospect that could not be read is tried again soon.
  const crawled_at =
    audit.unreadable === undefined
      ? timestamp(new Date(now.getTime() - durationMs))
      : check.crawled_at;
  const { shard } = check;
  const changes = { due_at, results, memory, shard, ...(crawled_at && { crawled_at }) };
  const also = [
    ...records.map((item) => write(FeedItem, (entity) => entity.create(item).commit())),
    ...(audit.findings && !maintainedUntil ? [writeFindings(audit.findings, quiet)] : []),
  ];
  const owner = prospect && conclusionOf(prospect, audit, { items: records, now });
  const written = await writeAudit(check, changes, { owner, also });
  if (written) putMetrics({ [FEED_ITEMS]: records.length });
  const isNew = summaryRecord || maintainedUntil || audit.unreadable !== undefined;
  const holds = isNew ? undefined : summary?.sequence;
  if (written && holds !== undefined) await confirmSummary(check, holds, now);
  log("info", "audit", {
    website_uuid: check.uuid,
    outcome: written ? outcome : "superseded",
    duration_ms: durationMs,
    ...coverage,
  });
  return written;
}

/** The next due time: earlier if the website could not be read, or at the end of its maintenance. */
function findDue(
  { uuid, memory }: Pick<CheckRecord, "uuid" | "memory">,
  { unreadable }: Audit,
  { minutes, now, maintainedUntil }: { minutes: number; now: Date; maintainedUntil?: string },
): string {
  const regular = nextAudit(uuid, minutes, now);
  if (maintainedUntil) return maintainedUntil < regular ? maintainedUntil : regular;
  if (unreadable === undefined) return regular;
  const retry = retryMinutes(memory, unreadable, minutes);
  return timestamp(new Date(now.getTime() + retry * 60_000));
}

/** Sets `updated_at` of the newest summary, which still holds. */
async function confirmSummary(
  { reseller_uuid, business_uuid, uuid: website_uuid }: CheckRecord,
  sequence: number,
  now: Date,
) {
  const key = { reseller_uuid, business_uuid, website_uuid, sequence };
  await writeIfTrue(() =>
    FeedItem.patch(key)
      .set({ updated_at: timestamp(now) })
      .go(),
  );
}

/**
 * Writes the check, the feed items and the findings in one transaction. `owner` is the write of the audited record, by
 * default the condition that the website still has this host name. Returns false, and writes nothing, if that condition
 * fails, or if another worker did the audit in the meantime.
 */
async function writeAudit(
  check: CheckRecord,
  changes: Pick<CheckRecord, "due_at" | "results" | "memory" | "crawled_at" | "shard">,
  { owner, also }: { owner: Write | undefined; also: Write[] },
): Promise<boolean> {
  // No other record is affected, and a single write costs less than half of a transaction.
  if (also.length === 0 && !owner) return await reschedule(check, changes.due_at, changes);
  const { reseller_uuid, uuid, kind, hostname } = check;
  return await transactIfTrue(
    write(Check, (entity) =>
      entity
        .patch({ reseller_uuid, uuid, kind })
        .set(changes)
        .remove([...FOR_NOW])
        .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
        .commit(),
    ),
    owner ??
      write(Website, (entity) =>
        entity
          .check({ reseller_uuid, uuid })
          .where((website, { eq }) => eq(website.hostname, hostname))
          .commit(),
      ),
    ...also,
  );
}

/** The outcome of an audit for operators: the number of pages, or why none was read. */
function describeAudit({ coverage, unreadable, isEmpty }: Audit): string {
  if (isEmpty) return "nothing to check: the plan has every part switched off";
  if (unreadable !== undefined) return `unreadable: ${unreadable}`;
  const { pages, limit } = coverage;
  return limit ? `${pages} of ${coverage.addresses} pages, limit: ${limit}` : `${pages} pages`;
}
