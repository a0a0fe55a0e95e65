/** @file The `data` of the feed items that audits write. Functions import this file as types only. */

import * as z from "zod/mini";
import { described, field, nullable } from "../../fields/described.ts";
import { uncheckedReasons, unreadableReasons } from "../../vocabulary/reasons.ts";

/** A number of things. */
export const count = z.int().check(z.nonnegative());
const text = (meaning: string, example: string) => z.optional(field.string(meaning, example));
const boolean = (text: string, example: boolean) => z.optional(field.boolean(text, example));
const number = (text: string, example: number) => z.optional(described(count, text, example));
const technical = z.optional(
  field.string("What a program calls it, or the limit, for technicians.", "http 503"),
);

/** Section 2.8 of the specification. A field is absent if its check is on but had no result. */
export const websiteSummaryData = z.strictObject({
  ssl_valid: boolean("Whether chain, host name and dates of its certificate are right.", true),
  has_sitemap: boolean("Whether the site has a sitemap.", true),
  ssl_enabled: boolean("Whether the site answers over TLS.", true),
  ssl_expired: boolean("Whether its certificate has ended.", false),
  sitemap_issues: boolean("Whether the sitemap has issues.", false),
  mobile_friendly: boolean("Whether each page suits small screens.", false),
  lighthouse_success: boolean("Whether the speed could be measured.", true),
  ssl_expiry_date: z.optional(
    nullable(
      z.string(),
      "When its certificate ends; `null` or absent: not known.",
      "2027-01-20T09:30:00+00:00",
    ),
  ),
  uptime_percentage: z.optional(
    field.number(
      "For how much of the time that was checked, of the last 7 days, the site was up; absent before the first probe.",
      99.95,
    ),
  ),
  bad_headings_count: number("How many faults the headings of all pages have.", 3),
  links_broken_count: number("How many distinct targets of links are broken.", 2),
  spelling_error_count_total: number(
    "How many words are surely misspelled, each once per page; absent: no page was checked.",
    1,
  ),
  website_speed_performance: z.optional(
    described(
      z.enum(["good", "average", "bad"]),
      "`good` from a score of 90, `average` from 50, else `bad`; absent: not measured.",
      "good",
    ),
  ),
});

export type WebsiteSummary = z.infer<typeof websiteSummaryData>;

const unchecked = z.enum([
  ...(["pages", "page_parts", "texts", "links"] as const),
  ...(["sitemaps", "listed_pages", "feeds", "analysers"] as const),
]);

/** What an audit did not check, and why. */
export const websiteSummaryDetailsData = z.strictObject({
  unchecked_count: described(count, "How much was not checked.", 2),
  unchecked: described(
    z
      .array(
        z.strictObject({
          what: described(
            unchecked,
            "What was not checked: `pages`, `page_parts` (the rest of long pages, and what scripts build), `texts` (pages with text whose spelling was not checked), `links`, `sitemaps`, `listed_pages` (of a sitemap), `feeds` or `analysers` (one of ours failed: `technical` names it).",
            "pages",
          ),
          reason: described(z.enum(uncheckedReasons), "Why it was not checked.", "robots_txt"),
          technical,
          count: described(count, "How many.", 2),
        }),
      )
      .check(z.maxLength(50)),
    "What was not checked, and why; 50 at most.",
  ),
  unsupported_languages: z.optional(
    field.strings(
      "The languages of the website whose spelling is not checked: at most 10, the most frequent first; `und` stands for pages whose language could not be told, if they are more than the checked ones. Absent if every language is checked.",
      ["it"],
    ),
  ),
});

export interface Unchecked {
  what: z.infer<typeof unchecked>;
  /** A text that `reasonIn` knows. */
  reason: string;
  count: number;
}

/** Section 2.8 of the specification, exactly. */
export const brokenLinksData = z.strictObject({
  links_broken_count: described(count, "How many distinct targets of links are broken.", 2),
  new_links_broken_count: described(
    count,
    "How many of them were not broken at the audit before.",
    1,
  ),
});

/** Section 2.8 of the specification, exactly. */
export const listingsSummaryData = z.strictObject({
  directories_found_count: described(count, "How many directories have the business.", 2),
  missing_listing_details: field.boolean(
    "Whether name, postcode or phone could not be compared.",
    false,
  ),
  directories_tested_count: described(count, "How many directories answered.", 2),
  directories_inconsistent_count: described(
    count,
    "In how many of those name, postcode or phone differ.",
    1,
  ),
});

export type ListingsSummary = z.infer<typeof listingsSummaryData>;

/** The website became unreadable for audits, or readable again. */
export const websiteUnreadableData = z.strictObject({
  is_readable: field.boolean("Whether audits can read the website again.", false),
  reason: described(
    z.enum(unreadableReasons),
    "Why audits could not read the website.",
    "robots_txt_failed",
  ),
  technical,
  unreadable_since: field.string(
    "Since when audits could not read the website.",
    "2026-11-22T14:05:00+00:00",
  ),
  readable_since: z.optional(
    field.string(
      "When an audit could read it again; absent while none can.",
      "2026-11-22T14:25:00+00:00",
    ),
  ),
});

/** The registration of a domain. An unknown field is absent. */
export const domainData = z.strictObject({
  domain: text("The registered domain.", "example.com"),
  registered_at: text("When it was registered.", "2012-03-14T00:00:00+00:00"),
  age_years: number("Its age in whole years.", 14),
  expires_at: text("When the registration ends.", "2027-03-14T00:00:00+00:00"),
});

export type Domain = z.infer<typeof domainData>;
