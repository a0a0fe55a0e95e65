/**
 * The feature switches of a plan (section 2.7 of the specification), in its order. Each with what
 * it counts as on a stored plan that lacks it, because it is older than the switch: off, unless
 * every plan had the feature before it got a switch.
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

/** Whether a plan has a feature, by its switch or, where it lacks that, the switch's default. */
export function hasFeature(
  plan: Partial<Readonly<Record<PlanFeature, boolean>>>,
  feature: PlanFeature,
): boolean {
  return plan[feature] ?? planFeatureDefaults[feature];
}
