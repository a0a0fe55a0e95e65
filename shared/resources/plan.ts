import type { PlanRecord } from "../entities/plan.ts";
import { hasFeature, planFeatures } from "./planFeatures.ts";

/** A plan as section 2.7 of the specification shows it; the reseller says which one is the default. */
export function presentPlan(plan: PlanRecord, defaultPlanUuid: string | undefined) {
  return {
    uuid: plan.uuid,
    reseller_uuid: plan.reseller_uuid,
    name: plan.name,
    is_default: plan.uuid === defaultPlanUuid,
    ...Object.fromEntries(planFeatures.map((feature) => [feature, hasFeature(plan, feature)])),
    created_at: plan.created_at,
    updated_at: plan.updated_at,
  };
}
