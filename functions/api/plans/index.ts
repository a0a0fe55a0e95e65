import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import type { description as customFields } from "./customFieldsDescription.ts";
import type { description } from "./description.ts";
import { listCustomFields } from "./listCustomFields.ts";
import { listPlans } from "./listPlans.ts";

export const handler = endpointGroup<typeof description & typeof customFields>("plans", {
  "GET /v1/plans": listPlans,
  "GET /v1/custom-fields": listCustomFields,
});
