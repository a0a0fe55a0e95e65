import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { listPlans } from "./listPlans.ts";

export const handler = endpointGroup("plans", {
  "GET /v1/plans": listPlans,
});
