import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentPlan } from "../../../shared/resources/plan.ts";

/** Lists the reseller's plans, oldest first; at most 100, so there are no pages. */
export const listPlans = endpoint({
  async answer({ reseller_uuid }) {
    const [{ data: plans }, { data: reseller }] = await Promise.all([
      Plan.query.ofReseller({ reseller_uuid }).go({ consistent: true, pages: "all" }),
      Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    ]);
    return fetched(plans.map((plan) => presentPlan(plan, reseller?.default_plan_uuid)));
  },
});
