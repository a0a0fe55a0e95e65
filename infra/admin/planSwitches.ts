import type { PlanFeature } from "../../shared/entities/plan.ts";

/**
 * The names of a plan's switches, without the table's client that comes with the entity: the
 * command line may have no table at hand.
 */
export const planSwitches = Object.keys({
  mobile_speed: true,
  broken_links: true,
  headings: true,
  spelling: true,
  mobile: true,
  sitemap: true,
  domain_age: true,
  ssl: true,
  downtime: true,
  backlinks: true,
  blog: true,
  target_keywords: true,
  keyword_opportunities: true,
  listings: true,
  reviews: true,
} satisfies Record<PlanFeature, true>);
