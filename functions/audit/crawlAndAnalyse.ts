import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { findingUuid } from "../../shared/findings.ts";
import {
  type Analysis,
  analyse,
  type CollectedBy,
  findWanted,
  type Materials,
  NOTHING_SHARED,
  readsEveryPage,
  type Shared,
  startCollecting,
  tell,
} from "./analyse.ts";
import { type Analyser, nameOf, type Sources } from "./analyser.ts";
import { type Coverage, type Crawl, crawl, uncrawled } from "./crawl/crawl.ts";
import { PACKING_LIMIT, type Unchecked } from "./finding.ts";
import { CRAWL_SHARE } from "./limits.ts";
import { furtherHosts } from "./pages/furtherHosts.ts";
import type { HostLease } from "./pages/hostLease.ts";
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
  /** The lease on the website's host. Hosts that redirects lead to are added to it. */
  lease?: HostLease;
  /** What audits of the same host name found out within the hour. It is not looked for again. */
  shared?: Shared;
}

/** What an audit found. */
export interface Audit {
  coverage: Coverage;
  durationMs: number;
  memory: AuditMemory;
  analysis: Analysis;
  /** What this audit found out itself. */
  materials: Materials;
  /** The website's findings, if the audit changed them. */
  findings?: ChangedFindings;
  /** Why the website could not be read. */
  unreadable?: string;
  /** The plan has every analyser switched off. */
  isEmpty?: true;
  /** The audit was not done: other readers come first at the host of this URL, which the website leads to. */
  busyAt?: string;
}

/** Crawls a website and runs the analysers that the plan of its business switches on, before the deadline. */
export async function crawlAndAnalyse(job: AuditJob, tools: AuditTools): Promise<Audit> {
  const { check, plan, deadline, shared: { coverage: known, parts } = NOTHING_SHARED } = job;
  const { client, sources } = tools;
  const { hostname } = check;
  const startedAt = client.clock.now();
  const memory: AuditMemory = { written: {}, ...check.memory };
  const wanted = findWanted(plan);
  const analysis: Analysis = { findings: {}, memory: {}, counts: {}, unchecked: [] };
  const { coverage: none } = uncrawled(hostname);
  const nothing = { coverage: none, durationMs: 0, memory, analysis, materials: {} };
  if (wanted.length === 0) return { ...nothing, isEmpty: true };

  const left = wanted.filter((analyser) => parts[nameOf(analyser)] === undefined);
  const { unreadable, ...crawled } = await read(job, left, tools);
  const busyAt = crawled.coverage.limit === "busy" ? crawled.startUrl : client.busyAt;
  if (busyAt !== undefined) return { ...nothing, busyAt };
  const possible = left.filter(({ reads }) => !unreadable || reads === "nothing");
  const { directories, ...siteSources } = sources;
  const now = new Date(client.clock.now());
  const site = { client, now, deadline, sources: siteSources };
  const materials = await analyse(crawled, possible, site);

  const coverage = known && !readsEveryPage(left) ? known : crawled.coverage;
  const { business, findings: before, marks } = await readOwn(check);
  const shared = Object.entries(parts).map(([name, { material }]) => [name, material] as const);
  const isIgnored = ignoredBy(marks);
  const { analysis: told, faults } = await tell(
    wanted,
    { ...Object.fromEntries(shared), ...materials },
    {
      own: {
        ...{ hostname, business, directories },
        isIgnored: (fault) => isIgnored(findingUuid(check.uuid, fault)),
      },
      ...{ memory, client, deadline, coverage },
    },
  );
  const findings = changeFindings(check, before, faults, { now, isIgnored });
  if (!unreadable && readsEveryPage(wanted)) told.unchecked.unshift(...uncheckedPages(coverage));
  const durationMs = client.clock.now() - startedAt;
  const audit = { coverage, durationMs, memory, analysis: told, materials };
  return { ...audit, ...(findings && { findings }), ...(unreadable && { unreadable }) };
}

/** Reads as much of the website as the analysers need, unless its pages must not be read. */
async function read(
  { check: { hostname }, deadline, unreadable, lease }: AuditJob,
  wanted: Analyser[],
  { client, maxPages }: AuditTools,
): Promise<Crawl & { collectedBy: CollectedBy; unreadable?: string }> {
  const collectedBy = startCollecting(wanted);
  const none = { ...uncrawled(hostname), collectedBy };
  if (unreadable !== undefined) return { ...none, unreadable };
  if (wanted.length === 0) return none;
  const startedAt = client.clock.now();
  const crawled = await crawl(hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    maxPages: readsEveryPage(wanted) ? maxPages : 1,
    collected: [...collectedBy.values()],
    ...(lease && { takeHost: furtherHosts(lease, () => client.clock.now(), client) }),
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
  if (coverage.limit === "robots" && failure && !robots.isHostAway) {
    return `robots.txt: ${failure.outcome}`;
  }
  if (start && "redirectsTo" in start) return "redirects without end";
  return failure?.outcome ?? "no HTML page";
}
