import { setTimeout } from "node:timers/promises";
import { Business } from "../../shared/entities/business.ts";
import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { PoliteClient } from "../../shared/pages/politeClient.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import type { Analyser, AuditContext, Unchecked } from "./analyser.ts";
import { analysers, type Findings } from "./analysers/index.ts";
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
}

export interface Analysis {
  findings: Findings;
  /** What the analysers remember, by their names. */
  memory: Record<string, unknown>;
  /** How much the analysers checked, by their names. */
  counts: Record<string, Record<string, number>>;
  unchecked: Unchecked[];
}

/** What an audit found. */
export interface Audit {
  coverage: Coverage;
  durationMs: number;
  memory: AuditMemory;
  analysis: Analysis;
  /** Why the website could not be read. */
  unreadable?: string;
  /** The plan has nothing on that an audit checks. */
  isEmpty?: true;
}

/** Crawls a website and analyses what its business's plan has switched on, before the deadline. */
export async function runAudit(job: AuditJob, tools: AuditTools): Promise<Audit> {
  const { check, plan, deadline } = job;
  const { clock } = tools.client;
  const startedAt = clock.now();
  const { reseller_uuid, business_uuid, hostname } = check;
  const memory: AuditMemory = { written: {}, ...check.memory };
  const wanted = findWanted(plan);
  if (wanted.length === 0) {
    const { coverage } = uncrawled(hostname);
    return { coverage, durationMs: 0, memory, analysis: gather([]), isEmpty: true };
  }
  const { unreadable, ...crawled } = await read(job, wanted, tools);
  const { data } = await Business.get({ reseller_uuid, uuid: business_uuid }).go();
  const business = data ?? undefined;
  const now = new Date(clock.now());
  const context = { ...tools, hostname, business, now, deadline, memory };
  const possible = wanted.filter(([, { reads }]) => !unreadable || reads === "nothing");
  const analysis = await analyse(crawled, possible, context);
  if (!unreadable && readsEveryPage(wanted)) analysis.unchecked.unshift(...uncheckedPages(crawled));
  const durationMs = clock.now() - startedAt;
  const { coverage } = crawled;
  return { coverage, durationMs, memory, analysis, ...(unreadable && { unreadable }) };
}

type Wanted = [name: string, analyser: Analyser][];

/** The analysers that a plan has switched on. */
export function findWanted(plan: PlanRecord): Wanted {
  return Object.entries<Analyser>(analysers).filter(([, { feature }]) => hasFeature(plan, feature));
}

function readsEveryPage(wanted: Wanted): boolean {
  return wanted.some(([, { reads }]) => reads === "everyPage");
}

/** Reads as much of the website as the analysers need, unless that is known to be too much. */
async function read(
  { check: { hostname }, deadline, unreadable }: AuditJob,
  wanted: Wanted,
  { client, maxPages }: AuditTools,
): Promise<Crawl & { unreadable?: string }> {
  if (unreadable !== undefined) return { ...uncrawled(hostname), unreadable };
  const startedAt = client.clock.now();
  const crawled = await crawl(hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    maxPages: readsEveryPage(wanted) ? maxPages : 1,
  });
  return crawled.pages.length > 0 ? crawled : { ...crawled, unreadable: whyUnreadable(crawled) };
}

/**
 * Runs the analysers at the same time: they ask different hosts. Those that ask services of others
 * are not waited for beyond the deadline; the rest keep to it.
 */
export async function analyse(
  crawled: Crawl,
  wanted: Wanted,
  { memory, ...context }: AuditContext<Record<string, unknown>>,
): Promise<Analysis> {
  const { deadline, client } = context;
  const results = await Promise.all(
    wanted.map(async ([name, analyser]) => {
      const kept = analyser.memory?.safeParse(memory?.[name]).data;
      const work = analyser.analyse(crawled, { ...context, memory: kept });
      const timeLeft = deadline - client.clock.now();
      return [name, await (analyser.asksServices ? inTime(timeLeft, work) : work)] as const;
    }),
  );
  return gather(results);
}

type Results = (readonly [string, Awaited<ReturnType<Analyser["analyse"]>>])[];

function gather(results: Results): Analysis {
  const analysis: Analysis = { findings: {}, memory: {}, counts: {}, unchecked: [] };
  for (const [name, result] of results) {
    Object.assign(analysis.findings, result?.findings);
    if (result?.memory !== undefined) analysis.memory[name] = result.memory;
    if (result?.counts) analysis.counts[name] = result.counts;
    analysis.unchecked.push(...(result?.unchecked ?? []));
  }
  return analysis;
}

/** The pages of a website that were found and not read, by reason. */
function uncheckedPages({ coverage }: Crawl): Unchecked[] {
  const { unread, disallowed, trapped, limit = "" } = coverage;
  const unchecked: [reason: string, count: number][] = [
    [LIMITS[limit] ?? limit, unread],
    ["robots.txt", disallowed],
    ["endless", trapped],
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
};

/** What the work comes to, or undefined when that takes longer: it is then not waited for. */
async function inTime<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const done = new AbortController();
  const late = setTimeout(Math.max(0, milliseconds), undefined, { signal: done.signal });
  try {
    return await Promise.race([work, late.catch(() => undefined)]);
  } finally {
    done.abort();
  }
}

/** Why a crawl read no page. */
function whyUnreadable({ failures, robots, coverage, outcomes, site, startUrl }: Crawl): string {
  const [failure] = failures;
  const start = outcomes.get(site.key(startUrl));
  if (coverage.limit === "time") return "no time left";
  if (coverage.limit === "robots" && robots.status === "found") return "robots.txt forbids it";
  if (coverage.limit === "robots" && failure) return `robots.txt: ${failure.outcome}`;
  if (start && "redirectsTo" in start) return "redirects without end";
  return failure?.outcome ?? "no HTML page";
}
