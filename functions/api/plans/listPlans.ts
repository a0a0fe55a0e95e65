import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentPlan } from "../../../shared/resources/plan.ts";
import { planSchema } from "../../../shared/resources/schemas.ts";

/** Lists the reseller's plans, oldest first; at most 100, so there are no pages. */
export const listPlans = endpoint({
  route: "GET /v1/plans",
  id: "listPlans",
  summary: "List your plans",
  details: "All plans, oldest first. Your contact at the provider creates and changes them.",
  response: () => listOf(planSchema),
  async answer({ reseller_uuid }) {
    const [{ data: plans }, { data: reseller }] = await Promise.all([
      Plan.query.ofReseller({ reseller_uuid }).go({ consistent: true, pages: "all" }),
      Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    ]);
    return fetched(plans.map((plan) => presentPlan(plan, reseller?.default_plan_uuid)));
  },
});
