import type { FindingsOf } from "../analyser.ts";
import { blog } from "./blog/blog.ts";
import { domainAge } from "./domainAge.ts";
import { headings } from "./headings.ts";
import { links } from "./links/links.ts";
import { listings } from "./listings.ts";
import { mobile } from "./mobile.ts";
import { sitemap } from "./sitemap/sitemap.ts";
import { speed } from "./speed.ts";
import { spelling } from "./spelling/spelling.ts";
import { tls } from "./tls.ts";

/**
 * Every analyser, by the name under which it keeps its memory. What is crawled, the types of feed
 * item, the summary and the documentation follow from this list; its order is that of the feed.
 */
export const analysers = {
  links,
  sitemap,
  headings,
  spelling,
  mobile,
  tls,
  speed,
  domainAge,
  listings,
  blog,
};

type Registered = (typeof analysers)[keyof typeof analysers];

/** What the analysers found, by type of feed item; what is switched off or unknown is absent. */
export type Findings = Partial<Intersection<FindingsOf<Registered["items"]>>>;

/** What the analysers add to the website's summary. */
export type SummaryFields = Intersection<ReturnType<Registered["summarise"]>>;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
