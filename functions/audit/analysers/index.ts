import type { FindingsOf } from "../analyser.ts";
import { blog } from "./blog/blog.ts";
import { brokenLinks } from "./brokenLinks/brokenLinks.ts";
import { domainAge } from "./domainAge.ts";
import { headings } from "./headings.ts";
import { listings } from "./listings.ts";
import { mobile } from "./mobile.ts";
import { mobileSpeed } from "./mobileSpeed.ts";
import { pageBasics } from "./pageBasics/pageBasics.ts";
import { sitemap } from "./sitemap/sitemap.ts";
import { spelling } from "./spelling/spelling.ts";
import { ssl } from "./ssl.ts";

/**
 * Every analyser, in the order of the feed. What is crawled, the types of feed item, the summary and the
 * reference follow from this list.
 */
export const analysers = [
  brokenLinks,
  sitemap,
  headings,
  pageBasics,
  spelling,
  mobile,
  ssl,
  mobileSpeed,
  domainAge,
  listings,
  blog,
] as const;

type Registered = (typeof analysers)[number];

/** What the analysers found, by type of feed item; what is switched off or unknown is absent. */
export type Findings = Partial<Intersection<FindingsOf<Registered["items"]>>>;

/** The schemas of the fields that the analysers add to the summary. */
export type SummaryShape = Intersection<Registered["summary"]>;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
