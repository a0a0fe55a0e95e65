import type { Analyser } from "./analyser.ts";
import { blog } from "./blog.ts";
import { brokenLinks } from "./brokenLinks/brokenLinks.ts";
import { domainAge } from "./domainAge.ts";
import { headings } from "./headings.ts";
import { listings } from "./listings.ts";
import { mobile } from "./mobile.ts";
import { mobileSpeed } from "./mobileSpeed.ts";
import { pageBasics } from "./pageBasics/pageBasics.ts";
import { sitemap } from "./sitemap/sitemap.ts";
import { slowResponses } from "./slowResponses.ts";
import { spelling } from "./spelling/spelling.ts";
import { ssl } from "./ssl.ts";

/**
 * Every analyser, in the order of the feed. Those of one switch share a feed item. What is crawled, the feed items and
 * their reference follow from this list; the codes of findings are in `faultKinds.ts`.
 */
export const analysers: readonly Analyser[] = [
  brokenLinks,
  sitemap,
  headings,
  spelling,
  mobile,
  ssl,
  mobileSpeed,
  domainAge,
  listings,
  blog,
  pageBasics,
  slowResponses,
];
