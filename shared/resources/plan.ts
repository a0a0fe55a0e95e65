import type * as z from "zod/mini";
import type { PlanRecord } from "../entities/plan.ts";
import { hasFeature, type PlanFeature, planFeatures } from "../vocabulary/planFeatures.ts";
import type { planSchema } from "./schemas.ts";

/** A plan with every switch. `defaultPlanUuid` is the default plan of its reseller. */
export function presentPlan(
  plan: PlanRecord,
  defaultPlanUuid: string | undefined,
): z.output<typeof planSchema> {
  const switches = planFeatures.map((feature) => [feature, hasFeature(plan, feature)]);
  return {
    uuid: plan.uuid,
    reseller_uuid: plan.reseller_uuid,
    name: plan.name,
    is_default: plan.uuid === defaultPlanUuid,
    ...(Object.fromEntries(switches) as Record<PlanFeature, boolean>),
    created_at: plan.created_at,
    updated_at: plan.updated_at,
  };
}
