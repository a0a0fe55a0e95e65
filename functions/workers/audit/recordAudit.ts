import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { FeedItem } from "../../../shared/entities/feedItem.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { ProspectRecord } from "../../../shared/entities/prospect.ts";
import { Website } from "../../../shared/entities/website.ts";
import { newFeedItem, takeFeedSequences } from "../../../shared/feed/feedItem.ts";
import { log } from "../../../shared/platform/log.ts";
import { checkOnly, transactIfTrue, type Write } from "../../../shared/platform/table/transact.ts";
import { NEVER, timestamp } from "../../../shared/platform/time.ts";
import {
  addResult,
  intervalMinutes,
  nextAudit,
  reschedule,
} from "../../../shared/uptime/audits.ts";
import { endOfMaintenance, findWindows } from "../../../shared/uptime/maintenanceWindows.ts";
import type { Audit } from "./crawlAndExamine.ts";
import { conclusionOf } from "./prospects.ts";
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
  const isMaintained =
    audit.unreadable !== undefined && endOfMaintenance(await findWindows(check), now) !== undefined;
  const outcome = `${describeAudit(audit)}${isMaintained ? ", in a maintenance window" : ""}`;
  const results = addResult(check, { at: timestamp(now), outcome, duration: durationMs });
  // A failure during announced maintenance is no news.
  const { items, memory } = isMaintained ? { items: [], memory: check.memory } : audit;
  // A prospect is audited once.
  const due_at = prospect ? NEVER : findDue(check, audit, { minutes, now });
  const { reseller_uuid, uuid: website_uuid } = check;
  const first =
    items.length && (await takeFeedSequences({ reseller_uuid, website_uuid }, items.length));
  const quiet = prospect && ({ is_quiet: true } as const);
  const records = items.map((item, index) => ({
    ...newFeedItem(check, { ...item, sequence: first + index }, now),
    ...quiet,
  }));
  const crawled_at =
    audit.unreadable === undefined
      ? timestamp(new Date(now.getTime() - durationMs))
      : check.crawled_at;
  const { shard } = check;
  const changes = { due_at, results, memory, shard, ...(crawled_at && { crawled_at }) };
  const also = [
    ...records.map((item) => FeedItem.create(item)),
    ...(audit.findings && !isMaintained ? [writeFindings(audit.findings, quiet)] : []),
  ];
  const owner = prospect && conclusionOf(prospect, audit, { items: records, now });
  const written = await writeAudit(check, changes, { owner, also });
  log("info", "audit", {
    website_uuid: check.uuid,
    outcome: written ? outcome : "superseded",
    duration_ms: durationMs,
    ...coverage,
  });
  return written;
}

/** The minutes until an unreadable website is tried again, at most the interval of its plan. */
const RETRY_MINUTES = 60;
/** The reason if reading took too much time or memory. It is not retried early: a retry would end the same way. */
export const TOO_EXPENSIVE = "too_expensive";

/** The next due time: earlier if the website could not be read. */
function findDue(
  { uuid }: Pick<CheckRecord, "uuid">,
  { unreadable }: Audit,
  { minutes, now }: { minutes: number; now: Date },
): string {
  if (unreadable === undefined) return nextAudit(uuid, minutes, now);
  const retry = unreadable === TOO_EXPENSIVE ? minutes : Math.min(RETRY_MINUTES, minutes);
  return timestamp(new Date(now.getTime() + retry * 60_000));
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
    Check.patch({ reseller_uuid, uuid, kind })
      .set(changes)
      .where(({ due_at }, { eq }) => eq(due_at, check.due_at)),
    owner ??
      checkOnly(
        Website.delete({ reseller_uuid, uuid }).where((website, { eq }) =>
          eq(website.hostname, hostname),
        ),
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
