import { findCheck } from "../../shared/checks/findChecks.ts";
import { addResult, reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { readUptimeMemory, uptimePercentage } from "../../shared/checks/uptime.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { Website } from "../../shared/entities/website.ts";
import { newFeedItem } from "../../shared/feed/feedItem.ts";
import { log } from "../../shared/log.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import { transactIfTrue, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { findNews, summarise } from "./feedItems.ts";
import type { Analysis, Audit } from "./runAudit.ts";

const UNREADABLE = "unreadable";
const FIRST_RETRY_MINUTES = 60;

/** Writes what an audit found, or that the website could not be read, and when it is due next. */
export async function recordAudit(
  check: CheckRecord<"audit">,
  audit: Audit,
  { plan, now }: { plan: PlanRecord; now: Date },
) {
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
    ...analysis?.counts,
  });
}

/**
 * The feed items, what the next audit has to know and when it is due, in one transaction; nothing,
 * and false, where somebody else has done the audit meanwhile, or the website has gone, or moved.
 */
async function writeAnalysis(
  check: CheckRecord<"audit">,
  { analysis, memory }: Audit & { analysis: Analysis },
  { plan, results, now }: { plan: PlanRecord; results: CheckRecord<"audit">["results"]; now: Date },
): Promise<boolean> {
  const { reseller_uuid, uuid, kind, shard } = check;
  const { findings } = analysis;
  const { news, written } = findNews(findings, memory, now);
  const uptime = hasFeature(plan, "downtime") ? await findUptime(check, now) : 100;
  const summary = summarise(findings, uptime);
  const items = [...news, summary].map((item) => newFeedItem(check, item, now));
  const due_at = nextDue(uuid, intervalMinutes("audit", plan), now);
  return await transactIfTrue(
    write(Check, (entity) =>
      entity
        .patch({ reseller_uuid, uuid, kind })
        .set({ due_at, shard, results, memory: { ...memory, ...analysis.memory, written } })
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

/** What an audit came to, as operators see it: how much it covered, or why there was nothing to read. */
function describeAudit({ coverage, unreadable }: Audit): string {
  if (unreadable !== undefined) return `${UNREADABLE}: ${unreadable}`;
  const { pages, found, limit } = coverage;
  return limit ? `${pages} of ${found} pages, limit: ${limit}` : `${pages} pages`;
}

/**
 * A website that could not be read is tried again within the hour, and then after twice as long
 * each time, until that is the usual interval.
 */
function retryMinutes({ results }: CheckRecord<"audit">, intervalMinutes: number): number {
  const read = results.findIndex(({ outcome }) => !outcome.startsWith(UNREADABLE));
  const failures = read === -1 ? results.length : read;
  return Math.min(FIRST_RETRY_MINUTES * 2 ** failures, intervalMinutes);
}

/** The uptime percentage that a website's uptime checks come to; 100 before the first one. */
async function findUptime(
  { reseller_uuid, uuid }: CheckRecord<"audit">,
  now: Date,
): Promise<number> {
  const data = await findCheck({ reseller_uuid, uuid }, "uptime", { consistent: false });
  return data ? uptimePercentage(readUptimeMemory(data), now.getTime() / 1000) : 100;
}
