import { setTimeout } from "node:timers/promises";
import { Business } from "../../shared/entities/business.ts";
import type { AuditMemory, CheckRecord } from "../../shared/entities/check.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { PoliteClient } from "../../shared/pages/politeClient.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import type { Analyser, AuditContext } from "./analyser.ts";
import { analysers, type Findings } from "./analysers/index.ts";
import { type Crawl, crawl } from "./crawl/crawl.ts";
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

export interface Analysis {
  findings: Findings;
  /** What the analysers remember, by their names. */
  memory: Record<string, unknown>;
  /** How much the analysers checked, by their names. */
  counts: Record<string, Record<string, number>>;
}

/** What an audit found. */
export interface Audit {
  coverage: Crawl["coverage"];
  durationMs: number;
  memory: AuditMemory;
  /** Absent when the website could not be read. */
  analysis?: Analysis;
  /** Why the website could not be read. */
  unreadable?: string;
}

/** Crawls a website and analyses what its business's plan has switched on, before the deadline. */
export async function runAudit(
  { check, plan, deadline }: { check: CheckRecord<"audit">; plan: PlanRecord; deadline: number },
  { client, sources, maxPages }: AuditTools,
): Promise<Audit> {
  const { clock } = client;
  const startedAt = clock.now();
  const { reseller_uuid, business_uuid, hostname } = check;
  const memory: AuditMemory = { written: {}, ...check.memory };
  const crawled = await crawl(hostname, {
    client,
    deadline: startedAt + (deadline - startedAt) * CRAWL_SHARE,
    maxPages: needsEveryPage(plan) ? maxPages : 1,
  });
  const { coverage } = crawled;
  const ended = () => ({ coverage, memory, durationMs: clock.now() - startedAt });
  if (crawled.pages.length === 0) return { ...ended(), unreadable: whyUnreadable(crawled) };
  const { data } = await Business.get({ reseller_uuid, uuid: business_uuid }).go();
  const business = data ?? undefined;
  const now = new Date(clock.now());
  const context = { hostname, business, client, now, deadline, sources, memory };
  const analysis = await analyse(crawled, plan, context);
  return { ...ended(), analysis };
}

function needsEveryPage(plan: PlanRecord): boolean {
  return Object.values(analysers).some(
    ({ reads, feature }) => reads === "everyPage" && hasFeature(plan, feature),
  );
}

/**
 * Runs the analysers that the plan has switched on, at the same time: they ask different hosts.
 * Those that ask services of others are not waited for beyond the deadline; the rest keep to it.
 */
export async function analyse(
  crawled: Crawl,
  plan: PlanRecord,
  { memory, ...context }: AuditContext<Record<string, unknown>>,
): Promise<Analysis> {
  const { deadline, client } = context;
  const wanted = Object.entries<Analyser>(analysers).filter(([, { feature }]) =>
    hasFeature(plan, feature),
  );
  const results = await Promise.all(
    wanted.map(async ([name, analyser]) => {
      const kept = analyser.memory?.safeParse(memory?.[name]).data;
      const work = analyser.analyse(crawled, { ...context, memory: kept });
      const timeLeft = deadline - client.clock.now();
      return [name, await (analyser.asksServices ? inTime(timeLeft, work) : work)] as const;
    }),
  );
  const analysis: Analysis = { findings: {}, memory: {}, counts: {} };
  for (const [name, result] of results) {
    Object.assign(analysis.findings, result?.findings);
    if (result?.memory !== undefined) analysis.memory[name] = result.memory;
    if (result?.counts) analysis.counts[name] = result.counts;
  }
  return analysis;
}

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
