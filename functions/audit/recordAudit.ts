import { createHash } from "node:crypto";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { type UptimeMemory, uptimePercentage } from "../../shared/checks/uptime.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { transactIfTrue } from "../../shared/entities/transact.ts";
import { type Finding, newFeedItem } from "../../shared/feed/newFeedItem.ts";
import { log } from "../../shared/log.ts";
import { timestamp } from "../../shared/time.ts";
import type { AuditMemory } from "./memory.ts";
import type { Audit } from "./runAudit.ts";
import { summarise } from "./summarise.ts";

const RESULTS = 5;
/** A website that could not be read is tried again this much later. */
const UNREADABLE_MINUTES = 60;

/**
 * Writes an audit: its feed items, what it remembers and when the next one is due, in one
 * transaction, or nothing when somebody else has done it meanwhile.
 */
export async function recordAudit(check: CheckRecord, plan: PlanRecord, audit: Audit) {
  const now = new Date();
  const { analysis, coverage, durationMs } = audit;
  const outcome = analysis ? `${coverage.pages} pages` : "unreadable";
  const result = { at: timestamp(now), outcome, duration: durationMs };
  const results = [result, ...check.results].slice(0, RESULTS);
  const { reseller_uuid, uuid, kind, shard } = check;
  log("info", "audit", { website_uuid: uuid, outcome, duration_ms: durationMs, ...coverage });
  const minutes = intervalMinutes("audit", plan);
  if (!analysis) {
    const due_at = nextDue(uuid, Math.min(UNREADABLE_MINUTES, minutes), now);
    await reschedule(check, due_at, { results });
    return;
  }
  const { news, digests } = findNews(analysis, audit.memory);
  const summary = summarise(analysis, await findUptime(check, now));
  const items = [...news, summary].map((finding) => newFeedItem(check, finding, now));
  log("info", "links", { website_uuid: uuid, ...analysis.broken_links?.details });
  const memory = { links: analysis.broken_links?.state ?? audit.memory.links, digests };
  await transactIfTrue({ check: Check, feedItem: FeedItem }, (entities) => [
    entities.check
      .patch({ reseller_uuid, uuid, kind })
      .set({ due_at: nextDue(uuid, minutes, now), shard, results, memory })
      .remove(["claimed_until"])
      .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
      .commit(),
    ...items.map((item) => entities.feedItem.create(item).commit()),
  ]);
}

/** What differs from the last time it was written, and the digests to tell so the next time. */
function findNews(analysis: NonNullable<Audit["analysis"]>, { digests }: AuditMemory) {
  const next: AuditMemory["digests"] = {};
  const news: Finding[] = [];
  for (const [type, finding] of Object.entries(analysis)) {
    if (!finding) continue;
    const { status, data } = finding;
    const digest = createHash("sha256")
      .update(JSON.stringify({ status, data }))
      .digest("base64url");
    next[type] = digest.slice(0, 16);
    if (next[type] !== digests[type]) news.push({ type, status, data: { ...data } });
  }
  return { news, digests: { ...digests, ...next } };
}

async function findUptime({ reseller_uuid, uuid }: CheckRecord, now: Date): Promise<number> {
  const { data } = await Check.get({ reseller_uuid, uuid, kind: "uptime" }).go();
  const memory = data?.memory as unknown as UptimeMemory | undefined;
  return memory ? uptimePercentage(memory, now.getTime() / 1000) : 100;
}
