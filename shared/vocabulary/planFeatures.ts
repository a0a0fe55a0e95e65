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

/** Whether a plan has a feature; a stored plan may be older than the switch, which is then off. */
export function hasFeature(
  plan: Partial<Readonly<Record<PlanFeature, boolean>>>,
  feature: PlanFeature,
): boolean {
  return plan[feature] ?? false;
}
