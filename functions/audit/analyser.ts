import * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { FeedCategory } from "../../shared/feed/feedItem.ts";
import type { Page } from "../../shared/pages/page.ts";
import type { PoliteClient } from "../../shared/pages/politeClient.ts";
import type { PlanFeature } from "../../shared/resources/planFeatures.ts";
import type { Crawl } from "./crawl/crawl.ts";
import type { Collected } from "./crawl/visits.ts";
import type { Sources } from "./services/sources.ts";

export type Status = "success" | "warning" | "error" | "info";

/** What an analyser found: `data` becomes the data of a feed item, and changes only when what it tells changes. */
export interface Finding<Data> {
  status: Status;
  data: Data;
}

/** Types of feed item, each with the schema of its `data`. */
export type DataSchemas = Record<string, z.ZodMiniType>;

export type FindingsOf<Items extends DataSchemas> = {
  [Type in keyof Items]: Finding<z.infer<Items[Type]>>;
};

/** What an analyser may use beside the crawl. */
export interface AuditContext<Memory = unknown> {
  /** As the reseller gave it; the crawl has where it leads to. */
  hostname: string;
  business: BusinessRecord | undefined;
  /** The one of the crawl, so that the site's host is not asked too often. */
  client: PoliteClient;
  now: Date;
  /** Milliseconds since 1970. */
  deadline: number;
  sources: Sources;
  /** What the analyser left for this audit; undefined before the first one. */
  memory: Memory | undefined;
}

export interface AnalysisResult<Items extends DataSchemas, Memory> {
  /** An item that is absent could not be known: nothing is written of it. */
  findings: Partial<FindingsOf<Items>>;
  memory?: Memory;
  /** How much was checked, for the log. */
  counts?: Record<string, number>;
  /** What it should have checked and did not. */
  unchecked?: Unchecked[];
  /** What `adopt` needs of the crawl. */
  material?: unknown;
}

/** What some analyser came to; nothing where it did not know, or there was no time. */
export type PartResult = AnalysisResult<DataSchemas, unknown> | null;

export const uncheckedWhat = z.enum(["pages", "links", "sitemaps", "listed_pages"]);

/** Why the rest was not read of a website that packs too much into what it sends. */
export const PACKING_LIMIT = "packed too tightly";

/** So many of something were not checked, for one reason. */
export interface Unchecked {
  what: z.infer<typeof uncheckedWhat>;
  reason: string;
  count: number;
}

/** One part of an audit. All that depends on which there are is derived from `analysers/index.ts`. */
export interface Analyser<
  Items extends DataSchemas = DataSchemas,
  Memory = unknown,
  Summary extends object = object,
  OfPages extends Collected = Collected,
> {
  /** The switch of a plan that turns it on. */
  feature: PlanFeature;
  category: FeedCategory;
  /** The types of feed item that it makes, each with the schema of its `data`. */
  items: Items;
  /**
   * What it needs of the crawl: a plan whose analysers need only the start page has no other read.
   * One that needs nothing of it says what it can of a website that can't be read, too.
   */
  reads: "everyPage" | "startPage" | "nothing";
  /** Fields of `data` that change with the number of pages: they alone are no news. */
  notNews?: readonly string[];
  /** It asks services of others, and is not waited for beyond the deadline. */
  asksServices?: true;
  /** The schema of what it remembers until the next audit, if anything. */
  memory?: z.ZodMiniType<Memory>;
  /** Begins to collect what it needs of the pages, before the first is read; absent where it needs none. */
  collect?(): OfPages;
  analyse(
    crawl: Crawl,
    context: AuditContext<Memory>,
    ofPages: OfPages,
  ): Promise<AnalysisResult<Items, Memory> | undefined>;
  /**
   * Makes of what it found for another website of the same host name what it says of this one.
   * Without it, that is the same: an analyser that uses the business, or has a memory, needs it.
   */
  adopt?(
    found: AnalysisResult<Items, Memory>,
    context: AuditContext<Memory>,
  ): Promise<AnalysisResult<Items, Memory>>;
  /** Its fields of the website's summary; of what is switched off or unknown too. */
  summarise(findings: Partial<FindingsOf<Items>>): Summary;
}

/** An analyser, its types inferred. */
export function defineAnalyser<
  const Items extends DataSchemas,
  Summary extends object,
  Memory = never,
  OfPages extends Collected = never,
>(analyser: Analyser<Items, Memory, Summary, OfPages>): Analyser<Items, Memory, Summary, OfPages> {
  return analyser;
}

/** At most so many details are kept with a finding; its counts are of all there are. */
export const MAX_DETAILS = 50;
const MAX_DETAIL_CHARACTERS = 300;

/** A text of a website as a detail shows it: at most 300 characters, without half a character at its end. */
export function clip(text: string): string {
  if (text.length <= MAX_DETAIL_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, MAX_DETAIL_CHARACTERS - 2).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}

export const count = z.int().check(z.nonnegative());
export const detailText = z.string().check(z.maxLength(MAX_DETAIL_CHARACTERS));

/** The schema of a finding's details: as many as are kept. */
export function detailsOf<Detail extends z.core.$ZodType>(detail: Detail) {
  return z.array(detail).check(z.maxLength(MAX_DETAILS));
}

/** Whether a page's content says something about the website: it was answered with a 2xx status. */
export function isReadable({ status }: Page): boolean {
  return status >= 200 && status < 300;
}
