import type { DescriptionsOf } from "../../shared/http/description.ts";
import { listOf } from "../../shared/http/envelopes.ts";
import { planSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/plans": {
    id: "listPlans",
    summary: "List your plans",
    details: "All of them, oldest first. An operator makes and changes them.",
    response: listOf(planSchema),
  },
} as const satisfies DescriptionsOf<"plans">;
