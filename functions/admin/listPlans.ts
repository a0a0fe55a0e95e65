import * as z from "zod/mini";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { command } from "./command.ts";
import { describePlan } from "./plan.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/** All plans of a reseller, oldest first, or of all resellers but sandboxes where none is named. */
export const listPlans = command(
  { reseller_uuid: z.optional(reseller_uuid) },
  async ({ reseller_uuid }) => {
    if (reseller_uuid !== undefined) return await plansOf(await requireReseller(reseller_uuid));
    const { data: resellers } = await Reseller.query.all({}).go({ pages: "all" });
    const plans = await Promise.all(
      resellers.map(async ({ uuid }) => {
        const reseller = await requireReseller(uuid);
        return reseller.sandbox_of === undefined ? await plansOf(reseller) : [];
      }),
    );
    return plans.flat();
  },
);

/** The reseller was read first: the plan it names exists by then, so exactly one is the default. */
async function plansOf({ uuid: reseller_uuid, default_plan_uuid }: ResellerRecord) {
  const { data } = await Plan.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  return data.map((plan) => describePlan(plan, default_plan_uuid));
}
