import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { findingUuid } from "../../shared/findings.ts";
import {
  type Analysis,
  analyse,
  type CollectedBy,
  emptyAnalysis,
  FailedAnalysers,
  findWanted,
  readsEveryPage,
  startCollecting,
  tell,
} from "./analyse.ts";
import type { Analyser, Sources } from "./analyser.ts";
import { type Coverage, type Crawl, crawl, uncrawled } from "./crawl/crawl.ts";
import { PACKING_LIMIT, type Unchecked } from "./finding.ts";
import { CRAWL_SHARE } from "./limits.ts";
import type { PoliteClient } from "./pages/politeClient.ts";
import { type ChangedFindings, changeFindings, ignoredBy, readOwn } from "./websiteFindings.ts";

/** The tools of an audit; its clock is the client's. */
interface AuditTools {
  client: PoliteClient;
  sources: Sources;
  /** The most pages to read. */
  maxPages: number;
}

/** An audit to do. */
export interface AuditJob {
  check: CheckRecord;
  plan: PlanRecord;
  /** Milliseconds since 1970. */
  deadline: number;
  /** Why its pages must not be read. The audit then finds out what it can without them. */
  unreadable?: string;
}

/** What an audit found. */
export interface Audit {
  coverage: Coverage;
  durationMs: number;
  memory: AuditMemory;
  analysis: Analysis;
  /** The website's findings, if the audit changed them. */
  findings?: ChangedFindings;
  /** Why the website could not be read. */
  unreadable?: string;
  /** The plan has every analyser switched off. */
  isEmpty?: true;
}

/** Crawls a website and runs the analysers that the plan of its business switches on, before the deadline. */
export async function crawlAndAnalyse(job: AuditJob, tools: AuditTools): Promise<Audit> {
  const { check, plan, deadline } = job;
  const { client, sources } = tools;
  const { hostname } = check;
  const startedAt = client.clock.now();
  const memory: AuditMemory = { written: {}, ...check.memory };
  const wanted = findWanted(plan);
  if (wanted.length === 0) {
    const { coverage } = uncrawled(hostname);
    return { coverage, durationMs: 0, memory, analysis: emptyAnalysis(), isEmpty: true };
  }

  const failed = new FailedAnalysers();
  const { unreadable, ...crawled } = await read(job, wanted, { ...tools, failed });
  const { coverage } = crawled;
  const possible = wanted.filter(({ reads }) => !unreadable || reads === "nothing");
  const { directories, ...siteSources } = sources;
  const now = new Date(client.clock.now());
  const materials = await analyse(crawled, possible, {
    ...{ client, now, deadline, sources: siteSources, failed },
  });

  const { business, findings: before, marks } = await readOwn(check);
  const isIgnored = ignoredBy(marks);
  const { analysis, faults } = await tell(wanted, materials, {
    own: {
      ...{ hostname, business, directories },
      isIgnored: (fault) => isIgnored(findingUuid(check.uuid, fault)),
    },
    ...{ memory, client, deadline, crawled, failed },
  });
  const findings = changeFindings(check, before, faults, { now, isIgnored });
  if (!unreadable && readsEveryPage(wanted))
    analysis.unchecked.unshift(...uncheckedPages(coverage));
  const durationMs = client.clock.now() - startedAt;
  return {
    ...{ coverage, durationMs, memory, analysis },
    ...(findings && { findings }),
    ...(unreadable && { unreadable }),
  };
}

/** Reads as much of the website as the analysers need, unless its pages must not be read. */
async function read(
  { check: { hostname }, deadline, unreadable }: AuditJob,
  wanted: Analyser[],
  { client, maxPages, failed }: AuditTools & { failed: FailedAnalysers },
): Promise<Crawl & { collectedBy: CollectedBy; unreadable?: string }> {
  const collectedBy = startCollecting(wanted);
  if (unreadable !== undefined) return { ...uncrawled(hostname), collectedBy, unreadable };
  const startedAt = client.clock.now();
  const crawled = await crawl(hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    maxPages: readsEveryPage(wanted) ? maxPages : 1,
    collected: [...collectedBy].map(([name, each]) => failed.guard(name, each)),
  });
  const isRead = crawled.coverage.pages > 0;
  return { ...crawled, collectedBy, ...(!isRead && { unreadable: whyUnreadable(crawled) }) };
}

/** The pages that were found but not read, and those that were read in part, by reason. */
function uncheckedPages(coverage: Coverage): Unchecked[] {
  const { unread, disallowed, trapped, nofollow, failed = {}, cut = {}, limit = "" } = coverage;
  const unchecked: [reason: string, count: number][] = [
    [LIMITS[limit] ?? limit, unread],
    ["robots.txt", disallowed],
    ["endless", trapped],
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

const LIMITS: Record<string, string> = {
  pages: "page limit",
  depth: "too far from the start page",
  time: "deadline",
  size: "size limit",
  packing: PACKING_LIMIT,
};

/** Why a crawl read no page. */
function whyUnreadable({ failures, robots, coverage, outcomes, site, startUrl }: Crawl): string {
  const [failure] = failures;
  const start = outcomes.get(site.key(startUrl));
  if (coverage.limit === "time") return "no time left";
  if (coverage.limit === "robots" && robots.status === "found") return "robots.txt forbids it";
  // A wall keeps us from robots.txt as from any page.
  if (failure?.outcome.endsWith("(bot wall)")) return failure.outcome;
  if (coverage.limit === "robots" && failure && !robots.isHostAway) {
    return `robots.txt: ${failure.outcome}`;
  }
  if (start && "redirectsTo" in start) return "redirects without end";
  return failure?.outcome ?? "no HTML page";
}
