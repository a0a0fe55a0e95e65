import type * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { KeptFinding } from "../../shared/entities/findings.ts";
import type { FeedCategory } from "../../shared/feed/feedItem.ts";
import type { PlanFeature } from "../../shared/resources/planFeatures.ts";
import type { Crawl } from "./crawl/crawl.ts";
import type { Collected } from "./crawl/visits.ts";
import type { Fault, Finding, IgnoredFaults, Unchecked } from "./finding.ts";
import type { RequestTools } from "./pages/politeClient.ts";
import type { ListingDirectory } from "./services/businessListing.ts";
import type { SpeedSource } from "./services/pageSpeedInsights.ts";
import type { DomainRegistry } from "./services/rdap.ts";

/** The schema of `data` for each type of feed item. */
type DataSchemas = Record<string, z.ZodMiniObject>;

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
export interface SiteTools extends RequestTools {
  now: Date;
  sources: Omit<Sources, "directories">;
}

/** What belongs to the reseller of one website. */
export interface Own<Memory = unknown> extends IgnoredFaults {
  /** The host name as the reseller wrote it. */
  hostname: string;
  business: BusinessRecord | undefined;
  /** What the analyser remembered at the last audit of this website. */
  memory: Memory | undefined;
  /** Directories that are searched for the business. */
  directories: Sources["directories"];
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
  /** The languages of pages that it cannot check, such as `it`. */
  unsupported_languages?: string[];
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
  /** It uses the answers to the requests of other analysers (`client.answers`), so it runs after them. */
  runsLast?: true;
  /** The schema of what it remembers until the next audit of the website. */
  memory?: z.ZodMiniType<Memory>;
  /** Starts collecting from pages, before the first page is read. Absent if it needs no page. */
  collect?(): OfPages;
  /**
   * Analyses the website. The result does not depend on the reseller. Undefined if nothing could be found
   * out.
   */
  analyse(crawl: Crawl, site: SiteTools, ofPages: OfPages): Promise<Material | undefined>;
  /** Makes the findings from the material and what belongs to the website's reseller. */
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
