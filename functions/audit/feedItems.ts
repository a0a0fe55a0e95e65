import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { AuditMemory } from "../../shared/entities/check.ts";
import type { NewFeedItem } from "../../shared/feed/feedItem.ts";
import { timestamp } from "../../shared/time.ts";
import {
  type Analyser,
  count,
  detailsOf,
  detailText,
  MAX_DETAILS,
  type Unchecked,
  uncheckedWhat,
} from "./analyser.ts";
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
 * The `data` of a feed item of type `website_summary_details`: what an audit should have checked
 * and did not, and why.
 */
export const websiteSummaryDetailsData = z.strictObject({
  unchecked_count: count,
  unchecked: detailsOf(z.strictObject({ what: uncheckedWhat, reason: detailText, count })),
});

/**
 * The summary of an audit: its status is the worst of what was found, and at least `warning` where
 * the website could not be read. What the plan has switched off, or could not be known, is false,
 * 0, null or, for the speed, absent.
 */
export function summarise(
  findings: Findings,
  uptime_percentage: number,
  unreadable?: string,
): NewFeedItem {
  const fields: SummaryFields = Object.assign(
    {},
    ...Object.values(analysers).map((analyser) => analyser.summarise(findings)),
  );
  const data: z.infer<typeof websiteSummaryData> = { ...fields, uptime_percentage };
  const least = SEVERITIES.indexOf(unreadable === undefined ? "info" : "warning");
  const found = Object.values(findings).map(({ status }) => SEVERITIES.indexOf(status));
  const status = SEVERITIES[Math.max(least, ...found)] ?? "info";
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
  for (const { items, category, notNews } of Object.values<Analyser>(analysers)) {
    for (const type of Object.keys(items) as (keyof Findings)[]) {
      const finding = findings[type];
      if (!finding) continue;
      const { status, data } = finding;
      const digest = digestOf({ status, data }, notNews);
      const last = written[type];
      if (last?.digest === digest && isRecent(last.at, now)) continue;
      next[type] = { digest, at: timestamp(now) };
      news.push({ type, category, status, data: { ...data } });
    }
  }
  return { news, written: next };
}

/** What was not checked, where that is for other reasons than the feed says. */
export function summariseUnchecked(
  unchecked: Unchecked[],
  written: AuditMemory["written"],
  now: Date,
): { news: NewFeedItem[]; written: AuditMemory["written"] } {
  const type = "website_summary_details";
  const last = written[type];
  const digest = digestOf({ unchecked }, ["count"]);
  const isOld = last ? last.digest === digest && isRecent(last.at, now) : unchecked.length === 0;
  if (isOld) return { news: [], written };
  const data: z.infer<typeof websiteSummaryDetailsData> = {
    unchecked_count: unchecked.reduce((sum, { count }) => sum + count, 0),
    unchecked: unchecked.slice(0, MAX_DETAILS),
  };
  return {
    news: [{ type, status: "info", data }],
    written: { ...written, [type]: { digest, at: timestamp(now) } },
  };
}

function digestOf(content: object, left: readonly string[] = []): string {
  const text = JSON.stringify(content, (key, value) => (left.includes(key) ? undefined : value));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

function isRecent(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < RENEWED_DAYS * DAY_MS;
}
