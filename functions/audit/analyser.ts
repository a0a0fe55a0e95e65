import * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { KeptFinding } from "../../shared/entities/findings.ts";
import type { FeedCategory } from "../../shared/feed/feedItem.ts";
import { described } from "../../shared/fields/described.ts";
import { reasonIn, uncheckedReasons } from "../../shared/reasons.ts";
import type { PlanFeature } from "../../shared/resources/planFeatures.ts";
import type { Crawl } from "./crawl/crawl.ts";
import type { Collected } from "./crawl/visits.ts";
import type { Page } from "./pages/page.ts";
import type { PoliteClient } from "./pages/politeClient.ts";
import type { ListingDirectory } from "./services/businessListing.ts";
import type { SpeedSource } from "./services/pageSpeedInsights.ts";
import type { DomainRegistry } from "./services/rdap.ts";

export type Status = "success" | "warning" | "error" | "info";

/** What an analyser says about a website. It becomes a feed item when it has changed. */
export interface Finding<Data> {
  status: Status;
  data: Data;
}

/** Something that is wrong with a website. */
export interface Fault {
  /** Its kind (`faultKinds.ts`). */
  code: string;
  /** What is at fault: the link, the word, the page. The same code and subject are the same finding. */
  subject: string;
  /** What identifies the subject, if its text does not: two addresses of one page are the same subject. */
  key?: string;
  detail: Record<string, unknown>;
  /** Some of the pages that have it; empty if it is about the website as a whole. */
  pages: string[];
  pages_count: number;
}

/** A fault of the website as a whole. */
export function ofWebsite(
  code: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Fault {
  return { code, subject, detail, pages: [], pages_count: 0 };
}

/** A finding about the website as a whole with its faults; a success if all of these are ignored. */
export function withFaults<Data>(
  finding: Finding<Data>,
  faults: Fault[],
  { isIgnored }: Pick<Own, "isIgnored">,
): { finding: Finding<Data>; faults: Fault[] } {
  const isQuiet = faults.length > 0 && faults.every(isIgnored);
  return { finding: isQuiet ? { ...finding, status: "success" } : finding, faults };
}

/** The schema of `data` for each type of feed item. */
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

/** What an analyser may use to examine a website. Nothing in it belongs to a reseller. */
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
  /** Whether somebody ignores a fault on this website. It then counts nowhere but in `faults`. */
  isIgnored(fault: Pick<Fault, "code" | "subject" | "key">): boolean;
}

/** The result of an analyser for one website. */
export interface AnalyserResult<Items extends DataSchemas = DataSchemas, Memory = unknown> {
  /** An absent finding is unknown: no feed item is written about it. */
  findings: Partial<FindingsOf<Items>>;
  /** Everything that is wrong, also what is ignored. Absent: not known. */
  faults?: Fault[];
  /** How many further faults there are. */
  more_faults_count?: number;
  /** Whether a fault that was not found again may still be there. Default: if one of its pages was not read. */
  mayRemain?(finding: KeptFinding): boolean;
  memory?: Memory;
  /** How much was checked, for the log line. */
  counts?: Record<string, number>;
  /** What was not checked, and why. */
  unchecked?: Unchecked[];
}

const unchecked = z.enum(["pages", "page_parts", "links", "sitemaps", "listed_pages", "feeds"]);

export const uncheckedWhat = described(
  unchecked,
  "What was not checked: `pages`, `page_parts` (the rest of long pages, and what scripts build), `links`, `sitemaps`, `listed_pages` (of a sitemap) or `feeds`.",
  "pages",
);

/** Why the rest of a website is left out: its answers unpack to far more than was sent. */
export const PACKING_LIMIT = "packed too tightly";

/** Why something was not checked, as feed items show it. */
export const uncheckedReason = {
  reason: described(z.enum(uncheckedReasons), "Why it was not checked.", "robots_txt"),
  technical: z.optional(
    described(z.string(), "What a program calls it, or the limit, for technicians.", "503"),
  ),
};

/** What was not checked, with the code of the reason. */
export function withCode<Left extends Pick<Unchecked, "reason">>({ reason, ...left }: Left) {
  return { ...left, ...reasonIn(uncheckedReasons, reason) };
}

/** The number of things of one kind that were not checked for one reason. */
export interface Unchecked {
  what: z.infer<typeof uncheckedWhat>;
  /** A text that `reasonIn` knows. */
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
  /** The switch of a plan that turns the analyser on. */
  feature: PlanFeature;
  /** The analyser's name, if another one has that of the switch. */
  name?: string;
  /** For resellers, in Markdown: what is measured and how, and what is left out. */
  explanation: string;
  category: FeedCategory;
  /** Its types of feed item, each with the schema of `data`. */
  items: Items;
  /**
   * The pages it needs. If no analyser of a plan needs every page, only the start page is read. An
   * analyser that needs nothing also runs when the website can't be read.
   */
  reads: "everyPage" | "startPage" | "nothing";
  /** Fields of `data` that vary with the number of pages. A change in these alone writes no feed item. */
  notNews?: readonly string[];
  /** It asks services of other companies. The audit does not wait for it beyond the deadline. */
  asksServices?: true;
  /** It uses what others were answered (`client.answers`), so it is run after their requests. */
  runsLast?: true;
  /** The schema of what it remembers until the next audit of the website. */
  memory?: z.ZodMiniType<Memory>;
  /** Starts collecting from pages, before the first page is read. Absent if it needs no page. */
  collect?(): OfPages;
  /**
   * Finds out what is the same for every website with this host name, as JSON. These websites share the
   * result for an hour, so `analyse` sees nothing of a reseller. Undefined if nothing could be found out.
   */
  analyse(crawl: Crawl, site: SiteTools, ofPages: OfPages): Promise<Material | undefined>;
  /** Makes the findings about one website from the shared material and what belongs to its reseller. */
  tell(
    material: Material,
    own: Own<Memory>,
  ): AnalyserResult<Items, Memory> | Promise<AnalyserResult<Items, Memory>>;
  /** The schemas of its fields in the summary. */
  summary: Summary;
  /** Its fields in the summary if a plan has it switched off. */
  whenOff: z.infer<z.ZodMiniObject<Summary>>;
  /** Its fields in the summary. What is not known is absent. */
  summarise(findings: Partial<FindingsOf<Items>>): Partial<z.infer<z.ZodMiniObject<Summary>>>;
}

/** The name of an analyser, under which its material and memory are kept. */
export function nameOf({ name, feature }: Pick<Analyser, "name" | "feature">): string {
  return name ?? feature;
}

/** Infers the types of an analyser. */
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

/** The most details in a finding. Its counts cover everything that was found. */
export const MAX_DETAILS = 50;
const MAX_DETAIL_CHARACTERS = 300;

/** Shortens a website's text to 300 characters for a detail, without splitting a character. */
export function clip(text: string): string {
  if (text.length <= MAX_DETAIL_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, MAX_DETAIL_CHARACTERS - 2).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}

export const count = z.int().check(z.nonnegative());
export const detailText = z.string().check(z.maxLength(MAX_DETAIL_CHARACTERS));
/** What a program or library calls what a code says, such as `ENOTFOUND`. */
export const technical = z.optional(
  described(detailText, "What a program calls it, for technicians.", "ENOTFOUND"),
);

/** The schema of a finding's details. */
export function detailsOf<Detail extends z.core.$ZodType>(detail: Detail) {
  return z.array(detail).check(z.maxLength(MAX_DETAILS));
}

/** Whether a page counts as content of the website: its status is 2xx. */
export function isReadable({ status }: Page): boolean {
  return status >= 200 && status < 300;
}
