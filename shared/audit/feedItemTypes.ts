import * as z from "zod/mini";
import type { FeedCategory } from "../feed/feedItem.ts";
import { downtimeData, unstableData } from "../feed/uptimeItems.ts";
import { described, field, named } from "../fields/described.ts";
import { findingSchema } from "../resources/monitoringSchemas.ts";
import type { PlanFeature } from "../vocabulary/planFeatures.ts";
import {
  brokenLinksData,
  count,
  domainData,
  listingsSummaryData,
  websiteSummaryData,
  websiteSummaryDetailsData,
  websiteUnreadableData,
} from "./analysers/feedSchemas.ts";
import { analysers } from "./analysers/index.ts";

/** A type of feed item, for the reference. No function loads this file. */
interface FeedItemType {
  category: FeedCategory;
  /** The switch of a plan that turns it on. Absent for items about the audit as a whole. */
  feature?: PlanFeature;
  /** When an item of this type is written. */
  written: string;
  /** What is measured and how, and what is left out. */
  explanation: string;
  /** The schema of its `data`. */
  data: z.ZodMiniObject;
}

const { uuid, code, severity, subject, pages_count } = findingSchema.shape;

const openFinding = named(
  "OpenFinding",
  z.strictObject({
    ...{ uuid, code, severity, subject, pages_count },
    pages: described(z.array(z.string()).check(z.maxLength(3)), "Up to three of these pages.", [
      "https://bakery.example.com/about",
    ]),
    is_new: field.boolean("Whether it was not open at the audit before.", true),
  }),
);

/** Every type of feed item: those of the analysers, of the audit as a whole, and of the uptime check. */
export const feedItemTypes: Readonly<Record<string, FeedItemType>> = {
  website_summary: {
    category: "website",
    written: "when one of its fields has changed, and after an audit that was requested",
    explanation:
      "The results of an audit at a glance. A website that could not be read gets none. `uptime_percentage` is that of the last seven days, and absent before the first probe.",
    data: websiteSummaryData,
  },
  website_summary_details: {
    category: "website",
    written: "when something else, or for another reason, was not checked",
    explanation:
      "What the audit did not check: `pages` beyond its limits, forbidden by robots.txt or behind `rel=nofollow`; `page_parts` of long pages; `texts` whose spelling was not checked (`unknown_language`: it could not be told; `foreign_text`: a part seems to be in another language; `long_page`: it is beyond 50,000 characters; `many_words`: the website has more unknown words than are looked up); links, sitemaps and listed pages, each with the reason. `ipv6_only`: the host has IPv6 addresses only.",
    data: websiteSummaryDetailsData,
  },
  website_unreadable: {
    category: "website",
    written:
      "when audits can't read the website (`warning`), also after an audit that was requested, and when they can again (`success`)",
    explanation:
      "Why an audit got no page: the start page's status or failure, robots.txt, a redirect without end, or no HTML. An audit that was requested repeats the item.",
    data: websiteUnreadableData,
  },
  ...ofAnalysers(),
  downtime: {
    category: "website",
    feature: "downtime",
    written: "when the website goes down (`error`) and comes back (`success`, with the duration)",
    explanation:
      "Written by the uptime check once a failure is confirmed; the guide on monitoring has the rule.",
    data: downtimeData,
  },
  unstable: {
    category: "website",
    feature: "downtime",
    written:
      "when at least a fifth of an hour's probes, and more than one, failed without a downtime (`warning`), and after an hour in which fewer than a tenth did (`success`)",
    explanation:
      "Failures that come and go: the website is probed each minute until it is stable. Each counts in the uptime percentage from the failed probe to the next good one, whether it was confirmed or not; only confirmed ones are downtimes.",
    data: unstableData,
  },
};

/** Those of analysers: two as the specification shows them, the others by the findings of their switch. */
function ofAnalysers(): Record<string, FeedItemType> {
  const specified: Record<string, [type: string, category: FeedCategory, data: z.ZodMiniObject]> = {
    broken_links: ["broken_links", "website", brokenLinksData],
    listings: ["listings_summary", "listings", listingsSummaryData],
  };
  const byFeature = Map.groupBy(analysers, ({ feature }) => feature);
  // The items of this type are those of the uptime check.
  byFeature.delete("downtime");
  const types = [...byFeature].map(([feature, parts]): [string, FeedItemType] => {
    const asFindings = [feature, "website", findingsData(feature)] as const;
    const [type, category, data] = specified[feature] ?? asFindings;
    const explanation = parts.map((each) => each.explanation).join("\n\n");
    const written = specified[feature]
      ? "when what it says has changed"
      : "after the first audit, and when other findings are open than before";
    return [type, { category, feature, explanation, written, data }];
  });
  return Object.fromEntries(types);
}

/** The `data` of every other type, which has the name of a switch: the findings that are open and not ignored. */
function findingsData(type: string) {
  return z.strictObject({
    [`${type}_count`]: described(
      count,
      "How many findings of this switch are open and not ignored.",
      3,
    ),
    [`new_${type}_count`]: described(
      count,
      "How many of them were not open at the audit before.",
      1,
    ),
    pages_checked_count: described(
      count,
      "How many pages were checked; 0 if it is not about pages.",
      25,
    ),
    details: described(
      z.array(openFinding).check(z.maxLength(50)),
      "These findings, the worst first; 50 at most.",
    ),
    ...(type === "domain_age" && domainData.shape),
  });
}
