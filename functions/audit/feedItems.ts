import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { NewFeedItem } from "../../shared/feed/feedItem.ts";
import { described } from "../../shared/fields/described.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import { timestamp } from "../../shared/time.ts";
import { readUptime } from "../monitoring/bucketHours.ts";
import { findCheck } from "../monitoring/findChecks.ts";
import { uptimePercentage } from "../monitoring/uptimePercentage.ts";
import type { Analyser } from "./analyser.ts";
import { analysers, type Findings, type SummaryShape } from "./analysers/index.ts";
import type { Audit } from "./crawlAndAnalyse.ts";
import {
  count,
  detailsOf,
  MAX_DETAILS,
  type Unchecked,
  uncheckedReason,
  uncheckedWhat,
  withCode,
} from "./finding.ts";
import { findUnreadable, tellReadability } from "./readability.ts";

/** The age at which an unchanged finding is written again, before its feed item expires after 400 days. */
const RENEWED_DAYS = 200;
const DAY_MS = 86_400_000;
export const SUMMARY = "website_summary";
const SEVERITIES = ["info", "success", "warning", "error"] as const;

const summaryFields = z.partial(
  z.object(Object.assign({}, ...analysers.map(({ summary }) => summary)) as SummaryShape),
);

/**
 * The `data` of a feed item of type `website_summary`: section 2.8 of the specification. A field is absent
 * if its analyser is switched on and could not find it out.
 */
export const websiteSummaryData = z.strictObject({
  ...summaryFields.shape,
  uptime_percentage: z.optional(
    described(
      z.number(),
      "For how much of the time that was checked, of the last 7 days, the site was up; absent before the first probe.",
      99.95,
    ),
  ),
});

/**
 * The `data` of a feed item of type `website_summary_details`: what an audit did not
 * check, and why.
 */
export const websiteSummaryDetailsData = z.strictObject({
  unchecked_count: described(count, "How much was not checked.", 2),
  unchecked: described(
    detailsOf(
      z.strictObject({
        what: uncheckedWhat,
        ...uncheckedReason,
        count: described(count, "How many.", 2),
      }),
    ),
    "What was not checked, and why; 50 at most.",
  ),
});

/** The feed items that follow from an audit, the summary last, and what the next audit has to know. */
export async function tellFeed(
  check: CheckRecord<"audit">,
  { analysis, memory, unreadable }: Audit,
  { plan, now }: { plan: PlanRecord; now: Date },
): Promise<{ items: NewFeedItem[]; memory: AuditMemory }> {
  const { findings, unchecked } = analysis;
  const before = findUnreadable(memory);
  const readability = tellReadability({ before, unreadable, isRequested: isRequested(check) }, now);
  const found = findNews(findings, memory, now);
  const rest = summariseUnchecked(unchecked, found.written, now);
  const uptime = hasFeature(plan, "downtime") ? await findUptime(check, now) : 100;
  const summary =
    unreadable === undefined
      ? tellSummary(check, summarise(findings, { plan, uptime }), { written: rest.written, now })
      : { news: [], written: rest.written };
  const { unreadable: _, ...kept } = memory;
  return {
    items: [...readability, ...found.news, ...rest.news, ...summary.news],
    memory: {
      ...kept,
      ...analysis.memory,
      written: summary.written,
      ...(unreadable !== undefined && {
        unreadable: {
          reason: before?.reason ?? unreadable,
          since: before?.since ?? timestamp(now),
          tries: (before?.tries ?? 0) + 1,
        },
      }),
    },
  };
}

/**
 * The summary, if one of its fields or its status has changed, or if somebody has requested the audit and
 * waits for it.
 */
function tellSummary(
  check: CheckRecord<"audit">,
  summary: NewFeedItem,
  { written, now }: { written: AuditMemory["written"]; now: Date },
): { news: NewFeedItem[]; written: AuditMemory["written"] } {
  const { status, data } = summary;
  const digest = digestOf({ status, data });
  const { [SUMMARY]: before } = written;
  const isKnown = before?.digest === digest && isRecent(before.at, now);
  if (isKnown && !isRequested(check)) return { news: [], written };
  return { news: [summary], written: { ...written, [SUMMARY]: { digest, at: timestamp(now) } } };
}

/** Whether the audit was requested and its result is awaited. */
function isRequested({ asked_at = "", requested_at, results: [last] }: CheckRecord<"audit">) {
  return requested_at !== undefined || asked_at >= (last?.at ?? "");
}

/** The uptime percentage from a website's uptime checks. Undefined without probes in the last 7 days. */
async function findUptime(check: CheckRecord<"audit">, now: Date): Promise<number | undefined> {
  const data = await findCheck(check, "uptime", { consistent: false });
  const memory = data && (await readUptime(data, now.getTime()));
  return memory && uptimePercentage(memory, now.getTime() / 1000);
}

/**
 * The summary of an audit. Its status is the worst of the findings. A field that is switched off is false, 0
 * or null; one that is not known is absent.
 */
export function summarise(
  findings: Findings,
  { plan, uptime }: { plan: PlanRecord; uptime: number | undefined },
): NewFeedItem {
  const fields: z.infer<typeof summaryFields> = Object.assign(
    {},
    ...(analysers as readonly Analyser[]).map(({ feature, whenOff, summarise }) =>
      hasFeature(plan, feature) ? summarise(findings) : whenOff,
    ),
  );
  const data: z.infer<typeof websiteSummaryData> = {
    ...fields,
    ...(uptime !== undefined && { uptime_percentage: uptime }),
  };
  const found = Object.values(findings).map(({ status }) => SEVERITIES.indexOf(status));
  const status = SEVERITIES[Math.max(0, ...found)] ?? "info";
  return { type: SUMMARY, category: "website", status, data };
}

/** The findings that are not in the feed yet, and what to remember of them. */
export function findNews(
  findings: Findings,
  { written }: AuditMemory,
  now: Date,
): { news: NewFeedItem[]; written: AuditMemory["written"] } {
  const next = { ...written };
  const news: NewFeedItem[] = [];
  for (const { items, category, notNews } of analysers as readonly Analyser[]) {
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

/** The feed item about what was not checked, unless the feed has it already. */
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
    unchecked: unchecked.slice(0, MAX_DETAILS).map(withCode),
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
