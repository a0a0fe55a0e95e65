import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { NewFeedItem } from "../../shared/feed/feedItem.ts";
import { described } from "../../shared/fields/described.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import { timestamp } from "../../shared/time.ts";
import { weeklyFigures } from "../monitoring/dailyFigures.ts";
import { percentageOfDays } from "../monitoring/figures.ts";
import type { Analysis } from "./analyse.ts";
import type { Analyser } from "./analyser.ts";
import { analysers, type Findings, type SummaryShape } from "./analysers/index.ts";
import type { Audit } from "./crawlAndAnalyse.ts";
import {
  count,
  detailsOf,
  MAX_DETAILS,
  uncheckedReason,
  uncheckedWhat,
  withCode,
} from "./finding.ts";
import { findUnreadable, tellReadability } from "./readability.ts";

/** The age at which an unchanged finding is written again, before its feed item expires after 400 days. */
const RENEWED_DAYS = 200;
const DAY_MS = 86_400_000;
export const SUMMARY = "website_summary";
const DETAILS = "website_summary_details";
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
  unsupported_languages: z.optional(
    described(
      z.array(z.string()),
      "Languages of pages whose spelling can't be checked, most frequent first. At most 10; absent if there are none.",
      ["it"],
    ),
  ),
});

/** The feed items that follow from an audit, the summary last, and what the next audit has to know. */
export async function tellFeed(
  check: CheckRecord,
  { analysis, memory, unreadable }: Audit,
  { plan, now }: { plan: PlanRecord; now: Date },
): Promise<{ items: NewFeedItem[]; memory: AuditMemory }> {
  const { findings, unchecked, unsupported_languages } = analysis;
  const before = findUnreadable(memory);
  const readability = tellReadability({ before, unreadable, isRequested: isRequested(check) }, now);
  const news = new News(memory.written, now);
  for (const { items, category, notNews } of analysers as readonly Analyser[]) {
    for (const type of Object.keys(items) as (keyof Findings)[]) {
      const finding = findings[type];
      if (!finding) continue;
      const { status, data } = finding;
      news.add({ type, category, status, data: { ...data } }, digestOf({ status, data }, notNews));
    }
  }
  const details = { unchecked, ...(unsupported_languages.length > 0 && { unsupported_languages }) };
  if (unchecked.length + unsupported_languages.length > 0 || news.written[DETAILS])
    news.add(summariseUnchecked(details), digestOf(details, ["count"]));
  if (unreadable === undefined) {
    const uptime = hasFeature(plan, "downtime") ? await findUptime(check, now) : 100;
    const summary = summarise(findings, { plan, uptime });
    const { status, data } = summary;
    news.add(summary, digestOf({ status, data }), { isAwaited: isRequested(check) });
  }
  const { unreadable: _, unsupported_languages: former, ...kept } = memory;
  // An audit that read no page says nothing about their languages.
  const languages = unreadable === undefined ? unsupported_languages : former;
  return {
    items: [...readability, ...news.items],
    memory: {
      ...kept,
      ...analysis.memory,
      written: news.written,
      ...(languages?.length && { unsupported_languages: languages }),
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

/** The items of an audit that the feed lacks, or has had so long that they would expire. */
class News {
  readonly items: NewFeedItem[] = [];
  /** The digest of each type that the feed has, and since when. */
  readonly written: AuditMemory["written"];
  readonly #now: Date;

  constructor(written: AuditMemory["written"], now: Date) {
    this.written = { ...written };
    this.#now = now;
  }

  /** Adds an item if its digest is another one than before, or if somebody awaits it. */
  add(item: NewFeedItem, digest: string, { isAwaited = false } = {}) {
    const before = this.written[item.type];
    const renewed = this.#now.getTime() - RENEWED_DAYS * DAY_MS;
    if (before?.digest === digest && Date.parse(before.at) > renewed && !isAwaited) return;
    this.items.push(item);
    this.written[item.type] = { digest, at: timestamp(this.#now) };
  }
}

/** Whether the audit was requested and its result is awaited. */
function isRequested({ asked_at = "", results: [last] }: CheckRecord) {
  return asked_at >= (last?.at ?? "");
}

/** The uptime percentage of a website; undefined if nothing was observed in the last 7 days. */
async function findUptime(check: CheckRecord, now: Date): Promise<number | undefined> {
  return percentageOfDays(await weeklyFigures(check, now.getTime())) ?? undefined;
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

function summariseUnchecked({
  unchecked,
  ...languages
}: Pick<Analysis, "unchecked"> & Partial<Pick<Analysis, "unsupported_languages">>): NewFeedItem {
  const data: z.infer<typeof websiteSummaryDetailsData> = {
    unchecked_count: unchecked.reduce((sum, { count }) => sum + count, 0),
    unchecked: unchecked.slice(0, MAX_DETAILS).map(withCode),
    ...languages,
  };
  return { type: DETAILS, status: "info", data };
}

function digestOf(content: object, left: readonly string[] = []): string {
  const text = JSON.stringify(content, (key, value) => (left.includes(key) ? undefined : value));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
