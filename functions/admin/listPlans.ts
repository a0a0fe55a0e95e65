import { Plan } from "../../shared/entities/plan.ts";
import { command } from "./command.ts";
import { describePlan } from "./describePlan.ts";
import { reseller_uuid } from "./fields.ts";
import { requireReseller } from "./requireReseller.ts";

/** All plans of a reseller, oldest first. */
export const listPlans = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  // The reseller is read first: the plan it names exists by then, so exactly one is the default.
  const { default_plan_uuid } = await requireReseller(reseller_uuid);
  const { data } = await Plan.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  return data.map((plan) => describePlan(plan, default_plan_uuid));
});
