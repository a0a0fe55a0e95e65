import { setTimeout } from "node:timers/promises";
import type { BusinessRecord } from "../../entities/business.ts";
import { describeError, log } from "../../platform/log.ts";
import type { DayFigures } from "../../uptime/dailyFigures.ts";
import type { PlanFeature } from "../../vocabulary/planFeatures.ts";
import type { Crawl } from "../crawl/crawl.ts";
import type { Collected } from "../crawl/visits.ts";
import type { RequestTools } from "../pages/politeClient.ts";
import type { Sources } from "../services/sources.ts";
import type { Fault } from "./faults.ts";
import type { Domain, ListingsSummary, Unchecked, WebsiteSummary } from "./feedSchemas.ts";

/** What an analyser may use in addition to the pages. */
export interface AuditInput extends RequestTools {
  /** The host name as the reseller wrote it. */
  hostname: string;
  crawl: Crawl;
  now: Date;
  sources: Sources;
  business: Pick<BusinessRecord, "name" | "address" | "known_words"> | undefined;
  /** The website's uptime figures, oldest first; none if its uptime is not checked. */
  uptimeDays: DayFigures[];
}

/** The result of an analyser. Everything else (findings, feed items, events) follows from its faults. */
export interface Examined {
  /** All faults, ignored ones included. Absent if nothing could be checked, so that no finding is resolved. */
  faults?: Fault[];
  /** The number of further faults. */
  more_count?: number;
  /** The number of pages that were checked; absent if it is not about pages. */
  pages_checked_count?: number;
  /** Its fields of the summary, from the faults that are open and not ignored. An unknown field is absent. */
  summary?(open: Fault[]): WebsiteSummary;
  /** The fields of its feed item besides the findings. */
  details?: ListingsSummary | Domain;
  /** The languages that it does not support, such as `it`. */
  unsupported_languages?: string[];
  /** What was not checked, and why. */
  unchecked?: Unchecked[];
  /** Whether a fault that was not seen again may still exist. Default: if one of its pages was not read. */
  mayRemain?(fault: Pick<Fault, "code" | "subject" | "key">): boolean;
}

/** One analyser at work on one website. It receives each page once; nothing else keeps pages. */
export interface Examination extends Collected {
  /** Undefined if there is no result. */
  examine(input: AuditInput): Examined | undefined | Promise<Examined | undefined>;
}

/**
 * One part of an audit. The list in `analysers/index.ts` determines what is crawled, the findings, the feed items, and
 * the reference.
 */
export interface Analyser {
  /** The switch of a plan that turns it on, and the type of the feed items about its findings. */
  feature: PlanFeature;
  /** The type of its findings, if another analyser has the type of the switch. */
  type?: string;
  /** For resellers, in Markdown: what is measured and how, and what is left out. */
  explanation: string;
  /**
   * The pages that it needs. If no analyser of a plan needs every page, only the start page is read. One that needs
   * nothing also runs if the website is unreadable.
   */
  reads: "everyPage" | "startPage" | "nothing";
  /** It uses external services, for which the audit does not wait beyond the deadline. */
  asksServices?: true;
  /** It uses the answers that the analysers before it received (`client.answers`), so it runs after them. */
  runsLast?: true;
  begin(): Examination;
}

/** The type of an analyser's findings. */
export function typeOf({ type, feature }: Pick<Analyser, "type" | "feature">): string {
  return type ?? feature;
}

/**
 * Begins an analyser. A bug in its code costs only its own result, which is listed as unchecked: a retry would fail in
 * the same way. Other errors, such as a lack of sockets, fail the audit, which is retried.
 */
export function begin(analyser: Analyser): Examination {
  const examination = analyser.begin();
  let failed: Examined | undefined;
  const fail = (error: unknown): Examined => {
    if (!BUGS.some((type) => error instanceof type)) throw error;
    const name = typeOf(analyser);
    log("error", "an analyser failed", { analyser: name, ...describeError(error) });
    return { unchecked: [{ what: "analysers", reason: `other (${name})`, count: 1 }] };
  };
  return {
    add(page, site) {
      try {
        if (!failed) examination.add?.(page, site);
      } catch (error) {
        failed = fail(error);
      }
    },
    get bytes() {
      return examination.bytes ?? 0;
    },
    async examine(input) {
      try {
        return failed ?? (await examination.examine(input));
      } catch (error) {
        return fail(error);
      }
    },
  };
}

const BUGS = [TypeError, RangeError, SyntaxError];

/** Analysers, each with its work on one website. */
export type Work = (readonly [Analyser, Examination])[];

/**
 * Runs the analysers at the same time, because they request different hosts; those with `runsLast` after those
 * before them that request the website. The result of one that asks services is left out if it misses the deadline.
 */
export async function examine(work: Work, input: AuditInput): Promise<Map<Analyser, Examined>> {
  const done = new AbortController();
  const remainingMs = Math.max(0, input.deadline - input.client.clock.now());
  const late = setTimeout(remainingMs, undefined, { signal: done.signal }).catch(() => undefined);
  const own: ReturnType<Examination["examine"]>[] = [];
  const run = async ([analyser, examination]: Work[number]) => {
    if (analyser.runsLast) await Promise.all(own);
    const result = examination.examine(input);
    if (!analyser.asksServices) own.push(result);
    const examined = await (analyser.asksServices ? Promise.race([result, late]) : result);
    return examined ? [[analyser, examined] as const] : [];
  };
  try {
    return new Map((await Promise.all(work.map(run))).flat());
  } finally {
    done.abort();
  }
}
