import type { BusinessRecord } from "../../entities/business.ts";
import type { DayFigures } from "../../uptime/dailyFigures.ts";
import type { PlanFeature } from "../../vocabulary/planFeatures.ts";
import type { Crawl } from "../crawl/crawl.ts";
import type { Collected } from "../crawl/visits.ts";
import type { RequestTools } from "../pages/politeClient.ts";
import type { ListingDirectory } from "../services/businessListing.ts";
import type { SpeedSource } from "../services/pageSpeedInsights.ts";
import type { DomainRegistry } from "../services/rdap.ts";
import type { Fault, FaultKinds } from "./faults.ts";
import type { Domain, ListingsSummary, Unchecked, WebsiteSummary } from "./feedSchemas.ts";

/** The services of other companies that an audit asks; an absent one is off. */
export interface Sources {
  speed?: SpeedSource;
  registry: DomainRegistry;
  /** Directories that are searched for the business. */
  directories: ListingDirectory[];
}

/** What an analyser may use beside the pages. */
export interface AuditInput extends RequestTools {
  /** The host name as the reseller wrote it. */
  hostname: string;
  crawl: Crawl;
  now: Date;
  sources: Sources;
  business: BusinessRecord | undefined;
  /** The website's uptime figures, oldest first; none if its uptime is not checked. */
  uptimeDays: DayFigures[];
}

/** What an analyser says about a website. Everything else (findings, feed items, events) follows from its faults. */
export interface Examined {
  /** Everything that is wrong, also what is ignored. Absent: nothing could be found out, so nothing is resolved. */
  faults?: Fault[];
  /** How many further faults there are. */
  more_count?: number;
  /** How many pages were checked; absent: it is not about pages. */
  pages_checked_count?: number;
  /** Its fields of the summary, from the faults that are open and not ignored. What is not known is absent. */
  summary?(open: Fault[]): WebsiteSummary;
  /** What its feed item says beside the findings. */
  details?: ListingsSummary | Domain;
  /** The languages of pages that it cannot check, such as `it`. */
  unsupported_languages?: string[];
  /** What was not checked, and why. */
  unchecked?: Unchecked[];
  /** Whether a fault that was not found again may still be there. Default: if one of its pages was not read. */
  mayRemain?(fault: Pick<Fault, "code" | "subject" | "key">): boolean;
}

/** An analyser at work on one website. It is shown each page once, as it is read; nothing else keeps pages. */
export interface Examination extends Partial<Collected> {
  /** Undefined if there is nothing to say. */
  examine(input: AuditInput): Examined | undefined | Promise<Examined | undefined>;
}

/**
 * One part of an audit. The list in `analysers/index.ts` decides what is crawled, which findings and feed items
 * there are, and what the reference says about them.
 */
export interface Analyser {
  /** The switch of a plan that turns it on, and the type of the feed items about its findings. */
  feature: PlanFeature;
  /** The type of its findings, if another analyser has that of the switch. */
  type?: string;
  /** For resellers, in Markdown: what is measured and how, and what is left out. */
  explanation: string;
  kinds: FaultKinds;
  /**
   * The pages it needs. If no analyser of a plan needs every page, only the start page is read. An
   * analyser that needs nothing also runs when the website can't be read.
   */
  reads: "everyPage" | "startPage" | "nothing";
  /** It asks services of other companies. The audit does not wait for it beyond the deadline. */
  asksServices?: true;
  /** It uses the answers to the requests of other analysers (`client.answers`), so it runs after them. */
  runsLast?: true;
  begin(): Examination;
}

/** The type of an analyser's findings. */
export function typeOf({ type, feature }: Pick<Analyser, "type" | "feature">): string {
  return type ?? feature;
}
