import * as z from "zod/mini";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { command } from "./command.ts";
import { describePlan } from "./plan.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/** All plans of a reseller, oldest first, or of all resellers where none is named. */
export const listPlans = command(
  { reseller_uuid: z.optional(reseller_uuid) },
  async ({ reseller_uuid }) => {
    if (reseller_uuid !== undefined) return await plansOf(reseller_uuid);
    const { data: resellers } = await Reseller.query.all({}).go({ pages: "all" });
    const plans = await Promise.all(resellers.map(({ uuid }) => plansOf(uuid)));
    return plans.flat();
  },
);

async function plansOf(reseller_uuid: string) {
  // The reseller is read first: the plan it names exists by then, so exactly one is the default.
  const { default_plan_uuid } = await requireReseller(reseller_uuid);
  const { data } = await Plan.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  return data.map((plan) => describePlan(plan, default_plan_uuid));
}
