import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { AuditMemory } from "../../shared/entities/check.ts";
import type { NewFeedItem } from "../../shared/feed/feedItem.ts";
import { timestamp } from "../../shared/time.ts";
import { count } from "./analyser.ts";
import { analysers, type Findings, type SummaryFields } from "./analysers/index.ts";

/** What stays as it is is written again after so long: feed items are kept for 400 days. */
const RENEWED_DAYS = 200;
const DAY_MS = 86_400_000;
const SEVERITIES = ["info", "success", "warning", "error"] as const;

/** The `data` of a feed item of type `website_summary`: section 2.8 of the specification, exactly. */
export const websiteSummaryData = z.strictObject({
  ssl_valid: z.boolean(),
  has_sitemap: z.boolean(),
  ssl_enabled: z.boolean(),
  ssl_expired: z.boolean(),
  sitemap_issues: z.boolean(),
  mobile_friendly: z.boolean(),
  lighthouse_success: z.boolean(),
  ssl_expiry_date: z.nullable(z.string()),
  uptime_percentage: z.number(),
  bad_headings_count: count,
  links_broken_count: count,
  spelling_error_count_total: count,
  website_speed_performance: z.optional(z.enum(["good", "average", "bad"])),
});

/**
 * The summary of an audit: its status is the worst of what was found. What the plan has switched
 * off, or could not be known, is false, 0, null or, for the speed, absent.
 */
export function summarise(findings: Findings, uptime_percentage: number): NewFeedItem {
  const fields: SummaryFields = Object.assign(
    {},
    ...Object.values(analysers).map((analyser) => analyser.summarise(findings)),
  );
  const data: z.infer<typeof websiteSummaryData> = { ...fields, uptime_percentage };
  const found = Object.values(findings).map(({ status }) => SEVERITIES.indexOf(status));
  const status = SEVERITIES[Math.max(...found)] ?? "info";
  return { type: "website_summary", category: "website", status, data };
}

/** What was found that the feed does not say yet, and what to remember to tell the next time. */
export function findNews(
  findings: Findings,
  { written }: AuditMemory,
  now: Date,
): { news: NewFeedItem[]; written: AuditMemory["written"] } {
  const next = { ...written };
  const news: NewFeedItem[] = [];
  for (const { items, category } of Object.values(analysers)) {
    for (const type of Object.keys(items) as (keyof Findings)[]) {
      const finding = findings[type];
      if (!finding) continue;
      const { status, data } = finding;
      const digest = digestOf({ status, data });
      const last = written[type];
      if (last?.digest === digest && isRecent(last.at, now)) continue;
      next[type] = { digest, at: timestamp(now) };
      news.push({ type, category, status, data: { ...data } });
    }
  }
  return { news, written: next };
}

function digestOf(content: object): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 16);
}

function isRecent(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < RENEWED_DAYS * DAY_MS;
}
