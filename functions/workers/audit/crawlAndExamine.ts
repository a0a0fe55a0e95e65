import {
  type Analyser,
  begin,
  type Examined,
  examine,
  type Work,
} from "../../../shared/audit/analysers/analyser.ts";
import type { Unchecked } from "../../../shared/audit/analysers/feedSchemas.ts";
import { analysers } from "../../../shared/audit/analysers/index.ts";
import { USUAL_DAYS } from "../../../shared/audit/analysers/slowResponses.ts";
import { type Coverage, type Crawl, crawl, uncrawled } from "../../../shared/audit/crawl/crawl.ts";
import { CRAWL_SHARE, HEAP_MB } from "../../../shared/audit/limits.ts";
import type { Page } from "../../../shared/audit/pages/page.ts";
import { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { inThread } from "../../../shared/audit/pages/threads.ts";
import { findSources, type Sources } from "../../../shared/audit/services/sources.ts";
import { DetailsCollector } from "../../../shared/audit/siteDetails.ts";
import type { AuditMemory, CheckRecord } from "../../../shared/entities/check.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { SiteDetails } from "../../../shared/entities/prospect.ts";
import type { NewFeedItem } from "../../../shared/feed/feedItem.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { dayOf, daysLater } from "../../../shared/platform/time.ts";
import { dailyFigures, weeklyPercentage } from "../../../shared/uptime/dailyFigures.ts";
import { hasFeature } from "../../../shared/vocabulary/planFeatures.ts";
import { tellFeed, tellReadability } from "./feedItems.ts";
import { confirmSuspects, reportsOf, trackFindings } from "./trackFindings.ts";
import { type ChangedFindings, changeFindings, fitFindings, readOwn } from "./websiteFindings.ts";

/** The tools of an audit. Its clock is that of the client. */
interface AuditTools {
  client: PoliteClient;
  sources: Sources;
  /** The most pages to read. */
  maxPages: number;
  /** Called after each page. */
  onPage?: (progress: Progress) => void;
}

/** The number of pages read so far and, if wanted, what they say about the website's owner. */
export interface Progress {
  pages: number;
  details?: SiteDetails | undefined;
}

/** An audit to do. */
export interface AuditJob {
  check: CheckRecord;
  plan: PlanRecord;
  /** Milliseconds since 1970. */
  deadline: number;
  /** If set, the pages are not read, for this reason. The audit does what it can without them. */
  unreadable?: string;
  /** Whether to collect what the website says about its owner. */
  readsDetails?: boolean;
}

/** The result of an audit. */
export interface Audit {
  coverage: Coverage;
  durationMs: number;
  items: NewFeedItem[];
  /** What the next audit needs to know. */
  memory: AuditMemory;
  /** The website's findings, if the audit changed them. */
  findings?: ChangedFindings;
  /** Why the website could not be read. */
  unreadable?: string;
  details?: SiteDetails | undefined;
  /** The plan turns on no analyser. */
  isEmpty?: true;
}

/**
 * Runs an audit and reports its progress after each page. Throws TooExpensive at the limits of memory and time.
 */
export type DoAudit = (job: AuditJob, onPage?: (progress: Progress) => void) => Promise<Audit>;

/** Crawls a website and runs the analysers that the plan of its business switches on, before the deadline. */
export async function crawlAndExamine(job: AuditJob, tools: AuditTools): Promise<Audit> {
  const { check, plan, deadline } = job;
  const { client, sources } = tools;
  const startedAt = client.clock.now();
  const work: Work = analysers
    .filter(({ feature }) => hasFeature(plan, feature))
    .map((analyser) => [analyser, begin(analyser)]);
  const { unreadable, details, ...crawled } = await read(job, work, tools);
  const now = new Date(client.clock.now());
  const { business, ...own } = await readOwn(check);
  const today = dayOf(now.getTime() / 1000);
  const days = { from: daysLater(today, -1 - USUAL_DAYS), to: today };
  const uptimeDays = hasFeature(plan, "downtime")
    ? await dailyFigures(check, days, now.getTime())
    : [];
  const possible = work.filter(([{ reads }]) => unreadable === undefined || reads === "nothing");
  const examined = await examine(possible, {
    ...{ hostname: check.hostname, crawl: crawled, now, sources, business, uptimeDays },
    ...{ client, deadline },
  });
  const conclusion = conclude(job, {
    ...{ own, crawled, examined, now, unreadable },
    unchecked: readsEveryPage(work) ? uncheckedPages(crawled) : [],
    uptime: weeklyPercentage(uptimeDays, today) ?? undefined,
  });
  const { coverage } = crawled;
  return {
    ...{ coverage, durationMs: client.clock.now() - startedAt, ...conclusion },
    ...(unreadable !== undefined && { unreadable }),
    ...(details && { details }),
    ...(work.length === 0 && { isEmpty: true }),
  };
}

interface Results {
  own: Omit<Awaited<ReturnType<typeof readOwn>>, "business">;
  crawled: Crawl;
  examined: Map<Analyser, Examined>;
  now: Date;
  unreadable: string | undefined;
  unchecked: Unchecked[];
  uptime: number | undefined;
}

/** Turns faults into findings and feed items, and collects what the next audit needs to know. */
function conclude({ check, plan }: AuditJob, { own, crawled, ...results }: Results) {
  const { before, revision, isIgnored } = own;
  const { examined, now, unreadable } = results;
  const reports = reportsOf(examined, { website_uuid: check.uuid, crawl: crawled });
  const memory: AuditMemory = { written: {}, ...check.memory };
  const open = new Set(before.flatMap((each) => (each.resolved_at ? [] : each.uuid)));
  const suspects = confirmSuspects(reports, {
    before: new Set(memory.suspects),
    isOpen: (uuid) => open.has(uuid),
  });
  const tracking = { now, last_audit_at: check.crawled_at, isIgnored };
  const after = fitFindings(trackFindings(before, reports, tracking), now);
  const findings = changeFindings(check, { before, after, revision }, now);

  const isRequested = (check.asked_at ?? "") >= (check.results[0]?.at ?? "");
  const languages = [...examined.values()].flatMap((each) => each.unsupported_languages ?? []);
  // An audit without pages knows nothing about their languages.
  const unsupported_languages =
    unreadable !== undefined
      ? memory.unsupported_languages
      : languages.length > 0
        ? languages
        : undefined;
  const { items, written } = tellFeed(memory.written, {
    ...{ ...results, plan, reports, before, after, isIgnored, isRequested },
    ...{ unsupported_languages, isRead: unreadable === undefined },
  });
  const readability = tellReadability(memory.unreadable, { unreadable, isRequested, now });
  const next: AuditMemory = {
    ...{ written, suspects, ...readability.memory },
    ...(unsupported_languages && { unsupported_languages }),
  };
  return {
    items: [...readability.items, ...items],
    memory: next,
    ...(findings && { findings }),
  };
}

/** Reads as many pages as the analysers need, unless the pages must not be read. */
async function read(
  { check: { hostname }, deadline, unreadable, readsDetails }: AuditJob,
  work: Work,
  { client, maxPages, onPage }: AuditTools,
): Promise<Crawl & Pick<Audit, "unreadable" | "details">> {
  if (unreadable !== undefined) return { ...uncrawled(hostname), unreadable };
  if (work.length === 0) return uncrawled(hostname);
  const startedAt = client.clock.now();
  const owner = readsDetails ? new DetailsCollector(hostname) : undefined;
  let pages = 0;
  const counted = {
    add(page: Page) {
      pages += 1;
      owner?.add(page);
      onPage?.({ pages, details: owner?.details });
    },
  };
  const crawled = await crawl(hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    maxPages: readsEveryPage(work) ? maxPages : 1,
    collected: [...work.map(([, examination]) => examination), counted],
  });
  const isRead = crawled.coverage.pages > 0;
  return {
    ...{ ...crawled, details: owner?.details },
    ...(!isRead && { unreadable: whyUnreadable(crawled) }),
  };
}

function readsEveryPage(work: Work): boolean {
  return work.some(([{ reads }]) => reads === "everyPage");
}

/** The pages that were not read, or only in part, by reason. */
function uncheckedPages({ coverage }: Crawl): Unchecked[] {
  const { unread, disallowed, nofollow, failed = {}, cut = {}, limit = "other" } = coverage;
  const unchecked: [reason: string, count: number][] = [
    [limit, unread],
    ["robots_txt", disallowed],
    ["nofollow", nofollow],
    ...Object.entries(failed),
  ];
  return [
    ...unchecked
      .filter(([, count]) => count > 0)
      .map(([reason, count]) => ({ what: "pages" as const, reason, count })),
    ...Object.entries(cut).map(([reason, count]) => ({
      what: "page_parts" as const,
      reason,
      count,
    })),
  ];
}

/** Why a crawl read no page. */
function whyUnreadable({ failure, coverage, outcomes, site, startUrl }: Crawl): string {
  const start = outcomes.get(site.key(startUrl));
  if (coverage.limit === "deadline") return "deadline";
  if (start && "redirectsTo" in start) return "redirect_loop";
  return failure ?? "no_html";
}

/**
 * A thread is terminated this long after its audit's deadline. The audit itself keeps the deadline, unless its code is
 * stuck.
 */
const GRACE_MS = 10_000;

/** Runs an audit in a thread with limits, with the services that the stage configures. */
export const auditInThread: DoAudit = inThread({
  file: import.meta.filename,
  name: "audit",
  heapMb: HEAP_MB,
  // An audit that skips the pages takes a moment, but may start as late as the deadline.
  deadline: ({ deadline, unreadable }: AuditJob) =>
    deadline + (unreadable === undefined ? 1 : 2) * GRACE_MS,
  run: (job: AuditJob, report) =>
    crawlAndExamine(job, {
      client: new PoliteClient(),
      sources: findSources(),
      maxPages: Number(requireEnv("AUDIT_MAX_PAGES")),
      onPage: report,
    }),
});
