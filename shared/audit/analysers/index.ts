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
 * Every analyser, in the order of the feed, in which those of one switch share an item. What is crawled, which findings
 * and feed items there are, and the reference follow from this list.
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
