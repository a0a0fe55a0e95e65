import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentCustomField, readCustomFields } from "../../../shared/resources/business.ts";
import { presentPlan } from "../../../shared/resources/presenters.ts";
import { customFieldSchema, planSchema } from "../../../shared/resources/schemas.ts";

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

/** Lists the reseller's custom fields, oldest first; at most 50, so there are no pages. */
export const listCustomFields = endpoint({
  route: "GET /v1/custom-fields",
  id: "listCustomFields",
  summary: "List your custom fields",
  details:
    "All fields that `custom_fields` of a business takes, oldest first. Your contact at the provider creates and changes them.",
  response: () => listOf(customFieldSchema),
  isStrict: true,
  async answer({ reseller_uuid }) {
    const fields = await readCustomFields(reseller_uuid);
    return fetched(fields.map((field) => presentCustomField(field, reseller_uuid)));
  },
});
