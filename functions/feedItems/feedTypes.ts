import type { FeedItemTypeName } from "../audit/feedItemTypes.ts";

const every: Readonly<Record<FeedItemTypeName, true>> = {
  website_summary: true,
  website_summary_details: true,
  website_unreadable: true,
  broken_links: true,
  broken_link_details: true,
  sitemap: true,
  headings: true,
  spelling: true,
  mobile: true,
  ssl: true,
  mobile_speed: true,
  domain_age: true,
  listings_summary: true,
  blog: true,
  downtime: true,
};

/** The types of feed item; the type check knows when one is missing. The analysers stay out of the bundle. */
export const feedTypes = Object.keys(every) as FeedItemTypeName[];
