import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { planSchema } from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/plans": {
    id: "listPlans",
    summary: "List your plans",
    details: "All plans, oldest first. Your contact at the provider creates and changes them.",
    response: listOf(planSchema),
  },
} as const satisfies DescriptionsOf<"plans">;
