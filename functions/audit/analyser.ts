import * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { FeedCategory } from "../../shared/feed/feedItem.ts";
import { described } from "../../shared/fields/described.ts";
import type { PlanFeature } from "../../shared/resources/planFeatures.ts";
import type { Crawl } from "./crawl/crawl.ts";
import type { Collected } from "./crawl/visits.ts";
import type { Page } from "./pages/page.ts";
import type { PoliteClient } from "./pages/politeClient.ts";
import type { ListingDirectory } from "./services/businessListing.ts";
import type { SpeedSource } from "./services/pageSpeedInsights.ts";
import type { DomainRegistry } from "./services/rdap.ts";

export type Status = "success" | "warning" | "error" | "info";

/** What an analyser tells: `data` becomes the data of a feed item, which is written when it changes. */
export interface Finding<Data> {
  status: Status;
  data: Data;
}

/** Types of feed item, each with the schema of its `data`. */
export type DataSchemas = Record<string, z.ZodMiniObject>;

export type FindingsOf<Items extends DataSchemas> = {
  [Type in keyof Items]: Finding<z.infer<Items[Type]>>;
};

/** The services of other companies that an audit asks; an absent one is off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  directories: ListingDirectory[];
}

/** What an analyser may use to look at a website. Nothing in it belongs to a reseller. */
export interface SiteTools {
  /** The client of the crawl, which spaces out the requests to a host. */
  client: PoliteClient;
  now: Date;
  /** Milliseconds since 1970. */
  deadline: number;
  sources: Omit<Sources, "directories">;
}

/** What belongs to the reseller of one website. */
export interface Own<Memory = unknown> {
  /** The host name as the reseller wrote it. */
  hostname: string;
  business: BusinessRecord | undefined;
  /** What the analyser remembered at the last audit of this website. */
  memory: Memory | undefined;
  /** Directories that are searched for the business. */
  directories: Sources["directories"];
}

/** What an analyser tells about one website. */
export interface Told<Items extends DataSchemas = DataSchemas, Memory = unknown> {
  /** An absent finding is unknown: no feed item is written about it. */
  findings: Partial<FindingsOf<Items>>;
  memory?: Memory;
  /** How much was checked, for the log. */
  counts?: Record<string, number>;
  /** What should have been checked and was not. */
  unchecked?: Unchecked[];
}

const unchecked = z.enum(["pages", "links", "sitemaps", "listed_pages"]);

export const uncheckedWhat = described(
  unchecked,
  "What was not checked: `pages`, `links`, `sitemaps` or `listed_pages` (of a sitemap).",
  "pages",
);

/** The reason for leaving out the rest of a website that compresses too much into its answers. */
export const PACKING_LIMIT = "packed too tightly";

/** How many things of one kind were not checked for one reason. */
export interface Unchecked {
  what: z.infer<typeof uncheckedWhat>;
  reason: string;
  count: number;
}

/**
 * One part of an audit. The list in `analysers/index.ts` decides what is crawled, which types of feed
 * item there are, what the summary has and what the reference says about them.
 */
export interface Analyser<
  Items extends DataSchemas = DataSchemas,
  Material = unknown,
  Memory = unknown,
  Summary extends z.core.$ZodShape = z.core.$ZodShape,
  OfPages extends Collected = Collected,
> {
  /** The switch of a plan that turns the analyser on, and its name: memory and material are kept under it. */
  feature: PlanFeature;
  category: FeedCategory;
  /** The types of feed item that it makes, each with the schema of its `data`. */
  items: Items;
  /**
   * What it needs of the crawl. A plan whose analysers only need the start page has no other page read.
   * An analyser that needs nothing also runs when the website can't be read.
   */
  reads: "everyPage" | "startPage" | "nothing";
  /** Fields of `data` that vary with the number of pages. A change in these alone writes no feed item. */
  notNews?: readonly string[];
  /** It asks other companies' services, so the audit does not wait for it beyond the deadline. */
  asksServices?: true;
  /** The schema of what it remembers until the next audit. */
  memory?: z.ZodMiniType<Memory>;
  /** Starts collecting from pages, before the first is read; absent if it needs no page. */
  collect?(): OfPages;
  /**
   * Finds out what is the same for every website with this host name, as JSON. All of them share it for
   * an hour, so it sees nothing of a reseller. Undefined if nothing could be found out.
   */
  analyse(crawl: Crawl, site: SiteTools, ofPages: OfPages): Promise<Material | undefined>;
  /** Makes the findings about one website from the material and from what belongs to its reseller. */
  tell(material: Material, own: Own<Memory>): Told<Items, Memory> | Promise<Told<Items, Memory>>;
  /** The schemas of the fields that it adds to the summary. */
  summary: Summary;
  /** The fields of the summary, also if the analyser is off or found nothing. */
  summarise(findings: Partial<FindingsOf<Items>>): z.infer<z.ZodMiniObject<Summary>>;
}

/** An analyser with its types inferred. */
export function defineAnalyser<
  const Items extends DataSchemas,
  Material,
  const Summary extends z.core.$ZodShape,
  Memory = never,
  OfPages extends Collected = never,
>(
  analyser: Analyser<Items, Material, Memory, Summary, OfPages>,
): Analyser<Items, Material, Memory, Summary, OfPages> {
  return analyser;
}

/** The most details that a finding has; its counts are of all there are. */
export const MAX_DETAILS = 50;
const MAX_DETAIL_CHARACTERS = 300;

/** Shortens a website's text to 300 characters for a detail, without splitting a character. */
export function clip(text: string): string {
  if (text.length <= MAX_DETAIL_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, MAX_DETAIL_CHARACTERS - 2).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}

export const count = z.int().check(z.nonnegative());
export const detailText = z.string().check(z.maxLength(MAX_DETAIL_CHARACTERS));

/** The schema of a finding's details. */
export function detailsOf<Detail extends z.core.$ZodType>(detail: Detail) {
  return z.array(detail).check(z.maxLength(MAX_DETAILS));
}

/** Whether a page's content says something about the website: its status is 2xx. */
export function isReadable({ status }: Page): boolean {
  return status >= 200 && status < 300;
}
