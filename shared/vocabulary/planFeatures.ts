/**
 * The feature switches of a plan (section 2.7 of the specification), in its order, each with its value on
 * stored plans that are older than the switch: off, unless every plan already had the feature.
 */
export const planFeatureDefaults = {
  mobile_speed: false,
  broken_links: false,
  headings: false,
  spelling: false,
  mobile: false,
  sitemap: false,
  domain_age: false,
  ssl: false,
  downtime: false,
  backlinks: false,
  blog: false,
  target_keywords: false,
  keyword_opportunities: false,
  listings: false,
  reviews: false,
} as const satisfies Record<string, boolean>;

export type PlanFeature = keyof typeof planFeatureDefaults;

export const planFeatures = Object.keys(planFeatureDefaults) as readonly PlanFeature[];

/** Whether a plan has a feature: its switch or, on a plan that is older, the switch's default. */
export function hasFeature(
  plan: Partial<Readonly<Record<PlanFeature, boolean>>>,
  feature: PlanFeature,
): boolean {
  return plan[feature] ?? planFeatureDefaults[feature];
}
