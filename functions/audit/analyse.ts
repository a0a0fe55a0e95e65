import { setTimeout } from "node:timers/promises";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { describeError, log } from "../../shared/log.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import {
  type Analyser,
  type AnalyserResult,
  nameOf,
  type Own,
  type SiteTools,
} from "./analyser.ts";
import { analysers, type Findings } from "./analysers/index.ts";
import type { Crawl } from "./crawl/crawl.ts";
import type { Collected } from "./crawl/visits.ts";
import { findFaultKind } from "./faultKinds.ts";
import { clip, type Fault, type IgnoredFaults, type Unchecked } from "./finding.ts";
import type { RequestTools } from "./pages/politeClient.ts";
import type { ToldFaults } from "./trackFindings.ts";

/** The results of all analysers for one website. */
export interface Analysis {
  findings: Findings;
  /** What the analysers remember until the next audit, by analyser. */
  memory: Record<string, unknown>;
  /** How much was checked, by analyser. */
  counts: Record<string, Record<string, number>>;
  unchecked: Unchecked[];
  /** The languages of pages whose spelling could not be checked. */
  unsupported_languages: string[];
}

/** What each analyser found out about a website; `null` for one that found nothing out. */
type Materials = Record<string, unknown>;

/**
 * The analysers that failed, by name. A mistake in an analyser, which would fail again with the same website,
 * costs its own result alone, and the audit says so. Other faults of ours, such as a lack of sockets, end the
 * audit, which is tried again.
 */
export class FailedAnalysers {
  readonly #names = new Set<string>();

  /** Runs a part of an analyser; undefined if it fails now, or has failed before. */
  async attempt<Result>(name: string, run: () => Result | Promise<Result>) {
    if (this.#names.has(name)) return undefined;
    try {
      return await run();
    } catch (error) {
      this.#note(name, error);
      return undefined;
    }
  }

  /** A collector that fails at most once. */
  guard(name: string, collected: Collected): Collected {
    return {
      add: (page, site) => {
        if (this.#names.has(name)) return;
        try {
          collected.add(page, site);
        } catch (error) {
          this.#note(name, error);
        }
      },
      get bytes() {
        return collected.bytes ?? 0;
      },
    };
  }

  get unchecked(): Unchecked[] {
    return [...this.#names].map((name) => ({
      ...{ what: "analysers", reason: `internal_error (${name})`, count: 1 },
    }));
  }

  #note(name: string, error: unknown) {
    const isMistake = [TypeError, RangeError, SyntaxError].some((type) => error instanceof type);
    if (!isMistake) throw error;
    log("error", "an analyser failed", { analyser: name, ...describeError(error) });
    this.#names.add(name);
  }
}

/** The analysers that a plan has switched on. */
export function findWanted(plan: PlanRecord): Analyser[] {
  return analysers.filter(({ feature }) => hasFeature(plan, feature));
}

/** Whether any of these analysers reads every page. */
export function readsEveryPage(some: Pick<Analyser, "reads">[]): boolean {
  return some.some(({ reads }) => reads === "everyPage");
}

/** What the analysers collect from pages, by analyser. */
export type CollectedBy = ReadonlyMap<string, Collected>;

/** Starts collecting what the analysers need from pages. */
export function startCollecting(wanted: Analyser[]): CollectedBy {
  return new Map(
    wanted.flatMap((analyser) => {
      const collected = analyser.collect?.();
      return collected ? [[nameOf(analyser), collected] as const] : [];
    }),
  );
}

/**
 * Finds out what there is to know about a website. The analysers run at the same time, because they ask different
 * hosts, but for those that run last. The result of an analyser that asks services is left out if it misses the
 * deadline.
 */
export async function analyse(
  { collectedBy, ...crawled }: Crawl & { collectedBy: CollectedBy },
  wanted: Analyser[],
  { failed, ...site }: SiteTools & { failed: FailedAnalysers },
): Promise<Materials> {
  const find = async (analyser: Analyser) => {
    const name = nameOf(analyser);
    const ofPages = collectedBy.get(name) ?? NO_PAGES;
    const material = await failed.attempt(name, () =>
      limited(analyser, site, analyser.analyse(crawled, site, ofPages)),
    );
    return [name, material ?? null] as const;
  };
  const isFirst = ({ runsLast, asksServices }: Analyser) => !runsLast && !asksServices;
  const first = wanted.filter(isFirst).map(find);
  const others = wanted
    .filter((analyser) => !isFirst(analyser))
    .map(async (analyser) => {
      if (analyser.runsLast) await Promise.allSettled(first);
      return await find(analyser);
    });
  return Object.fromEntries(await Promise.all([...first, ...others]));
}

const NO_PAGES: Collected = { add() {} };

interface Telling extends RequestTools {
  own: Omit<Own, "memory">;
  /** What the analysers remembered at the last audit of the website, by analyser. */
  memory: Record<string, unknown>;
  /** What the crawl covered that the materials are from. */
  crawled: Pick<Crawl, "coverage" | "isLookedAt">;
  failed: FailedAnalysers;
}

/** Makes the findings about one website from the materials, and says what is wrong with it. */
export async function tell(
  wanted: Analyser[],
  materials: Materials,
  { own, memory, crawled, failed, ...limits }: Telling,
): Promise<{ analysis: Analysis; faults: ToldFaults[] }> {
  const tellOne = async (analyser: Analyser, { isIgnored }: IgnoredFaults) => {
    const material = materials[nameOf(analyser)] ?? undefined;
    if (material === undefined) return undefined;
    const kept = analyser.memory?.safeParse(memory[nameOf(analyser)]).data;
    return await failed.attempt(nameOf(analyser), async () => {
      const told = analyser.tell(material, { ...own, isIgnored, memory: kept });
      return await limited(analyser, limits, Promise.resolve(told));
    });
  };
  const first = await Promise.all(wanted.map((analyser) => tellOne(analyser, own)));
  // Nobody can ignore a fault that is covered by another one: it is ignored with that.
  const isQuiet = coveredBy(first.flatMap((each) => each?.faults?.filter(own.isIgnored) ?? []));
  const isIgnored: Own["isIgnored"] = (fault) => own.isIgnored(fault) || isQuiet(fault);
  const again = wanted.map((analyser, index) =>
    first[index]?.faults?.some(isQuiet) ? tellOne(analyser, { isIgnored }) : first[index],
  );
  const told = await Promise.all(again);
  const analysis = gather(wanted, told);
  analysis.unchecked.push(...failed.unchecked);
  return { analysis, faults: gatherFaults(wanted, told, crawled) };
}

function gatherFaults(
  wanted: Analyser[],
  all: (AnalyserResult | undefined)[],
  { coverage, isLookedAt }: Telling["crawled"],
): ToldFaults[] {
  const isCovered = coveredBy(all.flatMap((result) => result?.faults ?? []));
  return wanted.flatMap((analyser, index) => {
    const { faults, more_faults_count = 0, mayRemain } = all[index] ?? {};
    if (!faults) return [];
    return {
      type: nameOf(analyser),
      faults: faults.filter((fault) => !isCovered(fault)),
      more_count: more_faults_count,
      looked: (finding) => {
        const { pages, pages_count } = finding;
        if (pages_count > pages.length && !hasReadAll(coverage)) return false;
        return pages.every(isLookedAt) && !mayRemain?.(finding) && !isCovered(finding);
      },
    };
  });
}

/** Whether a crawl read all that audits ever read of the website. A slow or failing website may have more. */
function hasReadAll({ limit, failed }: Crawl["coverage"]): boolean {
  return limit !== "time" && failed === undefined;
}

/** Whether another fault that was found has the same cause as this one (`FaultKind.covers`). */
function coveredBy(faults: Fault[]): (fault: Pick<Fault, "code" | "subject">) => boolean {
  const anywhere = "";
  const covered = faults.flatMap(({ code, subject, key, pages_count }) => {
    const place = pages_count === 0 || key === "" ? anywhere : clip(subject);
    return (findFaultKind(code)?.covers ?? []).map((each) => `${each} ${place}`);
  });
  const all = new Set(covered);
  return ({ code, subject }) =>
    all.has(`${code} ${anywhere}`) || all.has(`${code} ${clip(subject)}`);
}

export function emptyAnalysis(): Analysis {
  return { findings: {}, memory: {}, counts: {}, unchecked: [], unsupported_languages: [] };
}

function gather(wanted: Analyser[], all: (AnalyserResult | undefined)[]): Analysis {
  const analysis = emptyAnalysis();
  for (const [index, analyser] of wanted.entries()) {
    const name = nameOf(analyser);
    const told = all[index];
    Object.assign(analysis.findings, told?.findings);
    if (told?.memory !== undefined) analysis.memory[name] = told.memory;
    if (told?.counts) analysis.counts[name] = told.counts;
    analysis.unchecked.push(...(told?.unchecked ?? []));
    analysis.unsupported_languages.push(...(told?.unsupported_languages ?? []));
  }
  return analysis;
}

/** The result of an analyser's work; undefined if the analyser asks services and misses the deadline. */
async function limited<Result>(
  { asksServices }: Analyser,
  { client, deadline }: RequestTools,
  work: Promise<Result>,
): Promise<Result | undefined> {
  if (!asksServices) return await work;
  const done = new AbortController();
  const left = Math.max(0, deadline - client.clock.now());
  const late = setTimeout(left, undefined, { signal: done.signal });
  try {
    return await Promise.race([work, late.catch(() => undefined)]);
  } finally {
    done.abort();
  }
}
