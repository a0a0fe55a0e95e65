import { setTimeout } from "node:timers/promises";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import type { Analyser, AuditContext, PartResult, Unchecked } from "./analyser.ts";
import { analysers, type Findings } from "./analysers/index.ts";
import type { Coverage, Crawl } from "./crawl/crawl.ts";
import type { Collected } from "./crawl/visits.ts";

export interface Analysis {
  findings: Findings;
  /** What the analysers remember, by their names. */
  memory: Record<string, unknown>;
  /** How much the analysers checked, by their names. */
  counts: Record<string, Record<string, number>>;
  unchecked: Unchecked[];
}

/** What others have found of a host name within the last hour: nothing of any website's own. */
export interface Shared {
  /** Of the last crawl of all pages. */
  coverage?: Coverage;
  /** By analyser; `at` in milliseconds since 1970. */
  parts: Record<string, { at: number; result: PartResult }>;
}

export type Wanted = [name: string, analyser: Analyser][];

/** The analysers that a plan has switched on. */
export function findWanted(plan: PlanRecord): Wanted {
  return Object.entries<Analyser>(analysers).filter(([, { feature }]) => hasFeature(plan, feature));
}

/** Whether any of these analysers reads all pages. */
export function readsEveryPage(names: string[]): boolean {
  const all: Record<string, Analyser> = analysers;
  return names.some((name) => all[name]?.reads === "everyPage");
}

/** What the analysers make of the pages, by their names. */
export type CollectedBy = ReadonlyMap<string, Collected>;

/** Has the analysers begin to collect what they need of the pages. */
export function startCollecting(wanted: Wanted): CollectedBy {
  return new Map(
    wanted.flatMap(([name, analyser]) => {
      const collected = analyser.collect?.();
      return collected ? [[name, collected] as const] : [];
    }),
  );
}

/**
 * Runs the analysers at the same time: they ask different hosts. Those that ask services of others
 * are not waited for beyond the deadline; the rest keep to it.
 */
export async function analyse(
  { collectedBy, ...crawled }: Crawl & { collectedBy: CollectedBy },
  wanted: Wanted,
  { memory, ...context }: AuditContext<Record<string, unknown>>,
): Promise<Results> {
  const { deadline, client } = context;
  return await Promise.all(
    wanted.map(async ([name, analyser]) => {
      const kept = analyser.memory?.safeParse(memory?.[name]).data;
      const ofPages = collectedBy.get(name) ?? NOTHING;
      const work = analyser.analyse(crawled, { ...context, memory: kept }, ofPages);
      const timeLeft = deadline - client.clock.now();
      const result = await (analyser.asksServices ? inTime(timeLeft, work) : work);
      return [name, result ?? null] as const;
    }),
  );
}

/** Of an analyser that needs no page. */
const NOTHING: Collected = { add() {} };

export type Results = (readonly [string, PartResult])[];

/** What audits of the same host name have found, as it is for this website. */
export async function adopt(
  wanted: Wanted,
  parts: Shared["parts"],
  { memory, ...context }: AuditContext<Record<string, unknown>>,
): Promise<Results> {
  const adopted = wanted.map(async ([name, analyser]) => {
    const found = parts[name]?.result;
    if (!found) return [];
    const kept = analyser.memory?.safeParse(memory?.[name]).data;
    const own = await analyser.adopt?.(found, { ...context, memory: kept });
    return [[name, own ?? found] as const];
  });
  return (await Promise.all(adopted)).flat();
}

/** All results together. */
export function gather(results: Results): Analysis {
  const analysis: Analysis = { findings: {}, memory: {}, counts: {}, unchecked: [] };
  for (const [name, result] of results) {
    Object.assign(analysis.findings, result?.findings);
    if (result?.memory !== undefined) analysis.memory[name] = result.memory;
    if (result?.counts) analysis.counts[name] = result.counts;
    analysis.unchecked.push(...(result?.unchecked ?? []));
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
