/** The feature switches of a plan (section 2.7 of the specification), in its order. */
export const planFeatures = [
  "mobile_speed",
  "broken_links",
  "headings",
  "spelling",
  "mobile",
  "sitemap",
  "domain_age",
  "ssl",
  "downtime",
  "backlinks",
  "blog",
  "target_keywords",
  "keyword_opportunities",
  "listings",
  "reviews",
] as const;

export type PlanFeature = (typeof planFeatures)[number];
