import { addResult } from "../../shared/checks/addResult.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { Website } from "../../shared/entities/website.ts";
import { newFeedItem } from "../../shared/feed/newFeedItem.ts";
import { log } from "../../shared/log.ts";
import { transactIfTrue, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import type { Analysis } from "./analyse.ts";
import { describeAudit, retryMinutes } from "./auditOutcome.ts";
import { findNews } from "./findNews.ts";
import { findUptime } from "./findUptime.ts";
import type { Audit } from "./runAudit.ts";
import { summarise } from "./summarise.ts";

/** Writes what an audit found, or that the website could not be read, and when it is due next. */
export async function recordAudit(check: CheckRecord, plan: PlanRecord, audit: Audit) {
  const now = new Date();
  const { analysis, coverage, durationMs } = audit;
  const outcome = describeAudit(audit);
  const results = addResult(check, { at: timestamp(now), outcome, duration: durationMs });
  const minutes = intervalMinutes("audit", plan);
  const written = analysis
    ? await writeAnalysis(check, { ...audit, analysis }, { plan, results, now })
    : await reschedule(check, nextDue(check.uuid, retryMinutes(check, minutes), now), { results });
  log("info", "audit", {
    website_uuid: check.uuid,
    outcome: written ? outcome : "superseded",
    duration_ms: durationMs,
    ...coverage,
    ...(analysis?.broken_links && {
      links: { ...analysis.broken_links.details, broken: undefined },
    }),
  });
}

/**
 * The feed items, what the next audit has to know and when it is due, in one transaction; nothing,
 * and false, where somebody else has done the audit meanwhile, or the website has gone, or moved.
 */
async function writeAnalysis(
  check: CheckRecord,
  { analysis, memory }: Audit & { analysis: Analysis },
  { plan, results, now }: { plan: PlanRecord; results: CheckRecord["results"]; now: Date },
): Promise<boolean> {
  const { reseller_uuid, uuid, kind, shard } = check;
  const { news, written } = findNews(analysis, memory, now);
  const summary = summarise(analysis, plan.downtime ? await findUptime(check, now) : 100);
  const items = [...news, summary].map((item) => newFeedItem(check, item, now));
  const due_at = nextDue(uuid, intervalMinutes("audit", plan), now);
  const links = analysis.broken_links?.state ?? memory.links;
  return await transactIfTrue(
    write(Check, (entity) =>
      entity
        .patch({ reseller_uuid, uuid, kind })
        .set({ due_at, shard, results, memory: { links, written } })
        .remove(["claimed_until"])
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
