import * as z from "zod/mini";
import { count, detailsOf, detailText } from "../finding.ts";

const issue = z.enum([
  "not_reachable",
  "not_well_formed",
  "over_limit",
  "nested_index",
  "foreign_location",
  "duplicate_location",
  "invalid_location",
  "invalid_lastmod",
  "invalid_priority",
  "invalid_changefreq",
  "broken_page",
  "redirected_page",
]);

/** The `data` of a feed item of type `sitemap`. */
export const sitemapData = z.strictObject({
  has_sitemap: z.boolean(),
  /** Files that were read. */
  sitemaps_count: count,
  /** Locations in them, the same one each time it is listed. */
  urls_count: count,
  issues_count: count,
  issue_counts: z.partialRecord(issue, count),
  /** Some of the issues of each kind. */
  issues: detailsOf(
    z.strictObject({
      issue,
      sitemap: detailText,
      /** The listed page or sitemap. */
      url: z.optional(detailText),
      /** What is wrong: the invalid value, the status, the limit. */
      detail: z.optional(detailText),
    }),
  ),
});

export type SitemapData = z.infer<typeof sitemapData>;
export type SitemapIssue = z.infer<typeof issue>;
