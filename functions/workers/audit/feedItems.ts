import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { type Analyser, type Examined, typeOf } from "../../../shared/audit/analysers/analyser.ts";
import type { Fault } from "../../../shared/audit/analysers/faults.ts";
import type {
  Unchecked,
  WebsiteSummary,
  websiteUnreadableData,
} from "../../../shared/audit/analysers/feedSchemas.ts";
import { findFaultKind } from "../../../shared/audit/faultKinds.ts";
import type { AuditMemory } from "../../../shared/entities/check.ts";
import type { KeptFinding } from "../../../shared/entities/findings.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { FeedStatus, NewFeedItem } from "../../../shared/feed/feedItem.ts";
import { DAY_MS, timestamp } from "../../../shared/platform/time.ts";
import { hasFeature, type PlanFeature } from "../../../shared/vocabulary/planFeatures.ts";
import {
  presentUnreadable,
  reasonIn,
  uncheckedReasons,
} from "../../../shared/vocabulary/reasons.ts";
import { findingSeverities, worstFirst } from "../../../shared/vocabulary/severity.ts";
import type { Report } from "./trackFindings.ts";

/** An unchanged item is written again at this age, before it expires after 400 days. */
const RENEWED_DAYS = 200;
const MAX_DETAILS = 50;
/** Of a finding in a feed item. */
const MAX_PAGES = 3;
export const SUMMARY = "website_summary";
export const DETAILS = "website_summary_details";

/** The input for the feed items of an audit. */
interface AuditNews {
  plan: PlanRecord;
  now: Date;
  examined: Map<Analyser, Examined>;
  reports: Report[];
  before: KeptFinding[];
  after: KeptFinding[];
  isIgnored(uuid: string): boolean;
  /** What was not checked, in addition to what the analysers report. */
  unchecked: Unchecked[];
  /** The languages of pages whose spelling can't be checked, if there are any. */
  unsupported_languages: string[] | undefined;
  /** The uptime percentage of the last seven days; undefined if nothing was observed. */
  uptime: number | undefined;
  /** Whether the website could be read; otherwise there is no summary. */
  isRead: boolean;
  /** Whether somebody requested the audit and waits for its summary. */
  isRequested: boolean;
}

/** The result of an analyser, and its open faults by uuid. */
interface Result {
  type: string;
  feature: PlanFeature;
  result: Examined;
  open: Map<string, Fault>;
}

/** The feed items of an audit, the summary last, and the digests of all items that the feed then has. */
export function tellFeed(
  before: AuditMemory["written"],
  news: AuditNews,
): { items: NewFeedItem[]; written: AuditMemory["written"] } {
  const items: NewFeedItem[] = [];
  const written = { ...before };
  const oldest = news.now.getTime() - RENEWED_DAYS * DAY_MS;
  /** Adds an item if its digest is new, if somebody waits for it, or if the former one would soon expire. */
  const add = (item: NewFeedItem, digest: string, { isRequested = false } = {}) => {
    const former = before[item.type];
    if (former?.digest === digest && Date.parse(former.at) > oldest && !isRequested) return;
    items.push(item);
    written[item.type] = { digest, at: timestamp(news.now) };
  };
  const results = [...news.examined].map(([analyser, result]): Result => {
    const type = typeOf(analyser);
    return { type, feature: analyser.feature, result, open: openFaults(type, news) };
  });
  for (const [feature, parts] of Map.groupBy(results, (each) => each.feature)) {
    // The uptime check writes the items of its switch.
    if (feature === "downtime" || !parts.some(({ result }) => result.faults)) continue;
    const { item, digest } = itemOf(feature, parts, news);
    add(item, digest);
  }
  if (!news.isRead) return { items, written };

  const unchecked = [...news.unchecked, ...results.flatMap(({ result }) => result.unchecked ?? [])];
  const { unsupported_languages: languages } = news;
  const details = { unchecked, ...(languages && { unsupported_languages: languages }) };
  if (unchecked.length > 0 || languages || before[DETAILS])
    add(
      { type: DETAILS, status: "info", data: { ...details, ...describe(unchecked) } },
      digestOf(details, ["count"]),
    );
  const all = results.flatMap(({ open }) => [...open.values()]);
  const status = results.length > 0 ? statusOf(all) : "info";
  const summaries = results.map(({ result, open }) => result.summary?.([...open.values()]));
  const data = summarise(summaries, news);
  add({ type: SUMMARY, status, data }, digestOf([status, data]), news);
  return { items, written };
}

/** The open faults of a type by uuid, without ignored ones, including those where the audit could not look. */
function openFaults(type: string, { reports, after, isIgnored }: AuditNews): Map<string, Fault> {
  const open = new Map<string, Fault>(openOf(after, [type]).map((each) => [each.uuid, each]));
  const faults = reports.find((report) => report.type === type)?.faults ?? [];
  for (const [uuid, fault] of faults) open.set(uuid, fault);
  return new Map([...open].filter(([uuid]) => !isIgnored(uuid)));
}

/** The worst severity among the faults. */
function statusOf(faults: Fault[]): FeedStatus {
  const severities = new Set(faults.map(({ code }) => findFaultKind(code)?.severity));
  return findingSeverities.find((severity) => severities.has(severity)) ?? "success";
}

/** The item about the findings of a switch, with the digest that decides whether it is news. */
function itemOf(
  feature: PlanFeature,
  parts: Result[],
  { before, after }: AuditNews,
): { item: NewFeedItem; digest: string } {
  const types = parts.map(({ type }) => type);
  const open = new Map(parts.flatMap((part) => [...part.open]));
  const status = statusOf([...open.values()]);
  const details = Object.assign({}, ...parts.map(({ result }) => result.details));
  if (feature === "listings") {
    const item = { type: "listings_summary", category: "listings", status, data: details } as const;
    return { item, digest: digestOf([status, details]) };
  }
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
  const more = sum(parts.map(({ result: { more_count = 0 } }) => more_count));
  const wasOpen = new Set(openOf(before, types).map(({ uuid }) => uuid));
  const isOpen = openOf(after, types).filter(({ uuid }) => open.has(uuid));
  const count = open.size + more;
  // Whether faults without room are new is unknown, unless no finding was open before.
  const isFirst = wasOpen.size === 0 && isOpen.length > 0;
  const newCount = isFirst ? count : isOpen.filter(({ uuid }) => !wasOpen.has(uuid)).length;
  if (feature === "broken_links") {
    const data = { links_broken_count: count, new_links_broken_count: newCount };
    return { item: { type: feature, status, data }, digest: digestOf([status, data]) };
  }
  const data = {
    [`${feature}_count`]: count,
    [`new_${feature}_count`]: newCount,
    pages_checked_count: Math.max(...parts.map(({ result }) => result.pages_checked_count ?? 0)),
    details: isOpen
      .toSorted(worstFirst)
      .slice(0, MAX_DETAILS)
      .map(({ uuid, code, severity, subject, pages_count, pages }) => ({
        ...{ uuid, code, severity, subject, pages_count, pages: pages.slice(0, MAX_PAGES) },
        is_new: !wasOpen.has(uuid),
      })),
    ...details,
  };
  const digest = digestOf([details, more, ...[...open.keys()].toSorted()]);
  return { item: { type: feature, status, data }, digest };
}

/**
 * The feed item to write when a website becomes unreadable, becomes readable again, or if somebody requested the
 * audit; and what the next audit needs to know of a website that is unreadable.
 */
export function tellReadability(
  before: AuditMemory["unreadable"],
  {
    unreadable,
    isRequested,
    now,
  }: { unreadable: string | undefined } & Pick<AuditNews, "isRequested" | "now">,
): { items: NewFeedItem[]; memory: Pick<AuditMemory, "unreadable"> } {
  const current =
    unreadable === undefined ? undefined : { reason: unreadable, since: timestamp(now) };
  const state = before ?? current;
  if (!state) return { items: [], memory: {} };
  const memory = current ? { unreadable: state } : {};
  if (current && before && !isRequested) return { items: [], memory };
  const data: z.infer<typeof websiteUnreadableData> = {
    is_readable: !current,
    ...presentUnreadable((current ?? state).reason),
    unreadable_since: state.since,
    ...(!current && { readable_since: timestamp(now) }),
  };
  const status = current ? "warning" : "success";
  return { items: [{ type: "website_unreadable", status, data }], memory };
}

function openOf(findings: KeptFinding[], types: string[]): KeptFinding[] {
  return findings.filter((each) => types.includes(each.type) && !each.resolved_at);
}

/** The summary's fields for checks that are switched off. */
const WHEN_OFF: Partial<Record<PlanFeature, WebsiteSummary>> = {
  broken_links: { links_broken_count: 0 },
  sitemap: { has_sitemap: false, sitemap_issues: false },
  headings: { bad_headings_count: 0 },
  spelling: { spelling_error_count_total: 0 },
  mobile: { mobile_friendly: false },
  ssl: { ssl_valid: false, ssl_enabled: false, ssl_expired: false, ssl_expiry_date: null },
  downtime: { uptime_percentage: 100 },
};

/**
 * The fields of the summary. An unknown field is absent, except `lighthouse_success`: a speed that was not measured is
 * no success.
 */
function summarise(
  summaries: (WebsiteSummary | undefined)[],
  { plan, uptime }: Pick<AuditNews, "plan" | "uptime">,
): WebsiteSummary {
  const off = Object.entries(WHEN_OFF).filter(
    ([feature]) => !hasFeature(plan, feature as PlanFeature),
  );
  return Object.assign(
    { lighthouse_success: false, ...(uptime !== undefined && { uptime_percentage: uptime }) },
    ...off.map(([, fields]) => fields),
    ...summaries,
  );
}

function describe(unchecked: Unchecked[]) {
  return {
    unchecked_count: unchecked.reduce((sum, { count }) => sum + count, 0),
    unchecked: unchecked
      .slice(0, MAX_DETAILS)
      .map(({ reason, ...each }) => ({ ...each, ...reasonIn(uncheckedReasons, reason) })),
  };
}

function digestOf(content: unknown, omitted: readonly string[] = []): string {
  const text = JSON.stringify(content, (key, value) => (omitted.includes(key) ? undefined : value));
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
