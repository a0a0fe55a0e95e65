import type { FeedItemTypeName } from "../audit/feedItemTypes.ts";

const every: Readonly<Record<FeedItemTypeName, null>> = {
  website_summary: null,
  website_summary_details: null,
  website_unreadable: null,
  broken_links: null,
  broken_link_details: null,
  sitemap: null,
  headings: null,
  spelling: null,
  mobile: null,
  ssl: null,
  mobile_speed: null,
  domain_age: null,
  listings_summary: null,
  blog: null,
  downtime: null,
};

/** The types of feed item; the type check knows when one is missing. The analysers stay out of the bundle. */
export const feedTypes = Object.keys(every) as FeedItemTypeName[];
