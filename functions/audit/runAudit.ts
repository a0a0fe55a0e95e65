import { Business } from "../../shared/entities/business.ts";
import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { furtherHosts, type HostLease } from "../../shared/pages/hostLease.ts";
import type { PoliteClient } from "../../shared/pages/politeClient.ts";
import {
  type Analysis,
  adopt,
  analyse,
  type CollectedBy,
  findWanted,
  gather,
  readsEveryPage,
  type Shared,
  startCollecting,
  type Wanted,
} from "./analyse.ts";
import { PACKING_LIMIT, type PartResult, type Unchecked } from "./analyser.ts";
import { type Coverage, type Crawl, crawl, uncrawled } from "./crawl/crawl.ts";
import type { Sources } from "./services/sources.ts";

/** The part of an audit's time that the crawl may take; the rest is for what follows from it. */
const CRAWL_SHARE = 0.5;

/** What audits a website: its clock is the client's. */
export interface AuditTools {
  client: PoliteClient;
  sources: Sources;
  /** The most pages of a website that are read. */
  maxPages: number;
}

/** An audit that is to be done. */
export interface AuditJob {
  check: CheckRecord<"audit">;
  plan: PlanRecord;
  /** Milliseconds since 1970. */
  deadline: number;
  /** Why its pages are not to be read; what can be said without them is. */
  unreadable?: string;
  /** The website's host, taken for this audit; where redirects lead is taken besides. */
  lease?: HostLease;
  /** What audits of the same host name have found lately: that is not looked for again. */
  shared?: Shared;
}

/** What an audit found. */
export interface Audit {
  coverage: Coverage;
  durationMs: number;
  memory: AuditMemory;
  analysis: Analysis;
  /** What this audit has found itself, by analyser. */
  results: Record<string, PartResult>;
  /** Why the website could not be read. */
  unreadable?: string;
  /** The plan has nothing on that an audit checks. */
  isEmpty?: true;
  /** Somebody else reads a host that the website leads to: it was not audited. */
  isBusy?: true;
}

/** Crawls a website and analyses what its business's plan has switched on, before the deadline. */
export async function runAudit(job: AuditJob, tools: AuditTools): Promise<Audit> {
  const { check, plan, deadline } = job;
  const { clock } = tools.client;
  const startedAt = clock.now();
  const { reseller_uuid, business_uuid, hostname } = check;
  const memory: AuditMemory = { written: {}, ...check.memory };
  const wanted = findWanted(plan);
  const { coverage: none } = uncrawled(hostname);
  const nothing = { coverage: none, durationMs: 0, memory, analysis: gather([]), results: {} };
  if (wanted.length === 0) return { ...nothing, isEmpty: true };
  const { coverage: known, parts } = job.shared ?? { parts: {} };
  const left = wanted.filter(([name]) => parts[name] === undefined);
  const { unreadable, ...crawled } = await read(job, left, tools);
  if (crawled.coverage.limit === "busy") return { ...nothing, isBusy: true };
  const { data } = await Business.get({ reseller_uuid, uuid: business_uuid }).go();
  const business = data ?? undefined;
  const now = new Date(clock.now());
  const context = { ...tools, hostname, business, now, deadline, memory };
  const possible = left.filter(([, { reads }]) => !unreadable || reads === "nothing");
  const found = await analyse(crawled, possible, context);
  const results = Object.fromEntries(found);
  const adopted = await adopt(wanted, parts, context);
  const analysis = gather([...found, ...adopted]);
  const names = left.map(([name]) => name);
  const coverage = known && !readsEveryPage(names) ? known : crawled.coverage;
  if (!unreadable && readsEveryPage(wanted.map(([name]) => name))) {
    analysis.unchecked.unshift(...uncheckedPages(coverage));
  }
  const durationMs = clock.now() - startedAt;
  const audit = { coverage, durationMs, memory, analysis, results };
  return { ...audit, ...(unreadable && { unreadable }) };
}

/** Reads as much of the website as the analysers need, unless that is known to be too much. */
async function read(
  { check: { hostname }, deadline, unreadable, lease }: AuditJob,
  wanted: Wanted,
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
    maxPages: readsEveryPage(wanted.map(([name]) => name)) ? maxPages : 1,
    collected: [...collectedBy.values()],
    ...(lease && { takeHost: furtherHosts(lease, () => client.clock.now()) }),
  });
  const isRead = crawled.coverage.pages > 0;
  return { ...crawled, collectedBy, ...(!isRead && { unreadable: whyUnreadable(crawled) }) };
}

/** The pages of a website that were found and not read, by reason. */
function uncheckedPages(coverage: Coverage): Unchecked[] {
  const { unread, disallowed, trapped, nofollow, limit = "" } = coverage;
  const unchecked: [reason: string, count: number][] = [
    [LIMITS[limit] ?? limit, unread],
    ["robots.txt", disallowed],
    ["endless", trapped],
    ["nofollow", nofollow],
  ];
  return unchecked
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ what: "pages", reason, count }));
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
