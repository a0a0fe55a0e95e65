import type * as z from "zod/mini";
import { downtimeData } from "../../shared/feed/downtimeData.ts";
import type { Analysis } from "./analyse.ts";
import { blogData } from "./analysers/blog/analyseBlog.ts";
import { domainAgeData } from "./analysers/domainAge/analyseDomainAge.ts";
import { headingsData } from "./analysers/headings.ts";
import { brokenLinksData } from "./analysers/links/checkLinks.ts";
import { brokenLinkDetailsData } from "./analysers/links/linkDetails.ts";
import { listingsSummaryData } from "./analysers/listings/analyseListings.ts";
import { mobileData } from "./analysers/mobile.ts";
import { sitemapData } from "./analysers/sitemap/sitemapData.ts";
import { speedData } from "./analysers/speed/analyseSpeed.ts";
import { spellingData } from "./analysers/spelling/analyseSpelling.ts";
import { tlsData } from "./analysers/tls.ts";
import { websiteSummaryData } from "./summarise.ts";

/** Every type of feed item that there is, with the schema of its `data`. */
export const feedItemTypes = {
  website_summary: websiteSummaryData,
  listings_summary: listingsSummaryData,
  broken_links: brokenLinksData,
  broken_link_details: brokenLinkDetailsData,
  sitemap: sitemapData,
  headings: headingsData,
  spelling: spellingData,
  mobile: mobileData,
  mobile_speed: speedData,
  ssl: tlsData,
  domain_age: domainAgeData,
  blog: blogData,
  /** By the uptime check; all others are by the audit. */
  downtime: downtimeData,
} satisfies Record<keyof Analysis | "website_summary" | "downtime", z.ZodMiniType>;
