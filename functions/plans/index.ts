import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { listPlans } from "./listPlans.ts";

export const handler = endpointGroup<typeof description>("plans", {
  "GET /v1/plans": listPlans,
});
