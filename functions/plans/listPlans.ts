import { Plan } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { presentPlan } from "../../shared/resources/plan.ts";

/** All plans of the reseller, oldest first. An operator gives a reseller a hundred at most. */
export const listPlans = endpoint({
  async answer({ reseller_uuid }) {
    const [{ data: plans }, { data: reseller }] = await Promise.all([
      Plan.query.ofReseller({ reseller_uuid }).go({ consistent: true, pages: "all" }),
      Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    ]);
    return fetched(plans.map((plan) => presentPlan(plan, reseller?.default_plan_uuid)));
  },
});
