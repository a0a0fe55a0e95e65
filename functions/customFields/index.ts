import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { listCustomFields } from "./listCustomFields.ts";

export const handler = endpointGroup<typeof description>("customFields", {
  "GET /v1/custom-fields": listCustomFields,
});
