import type { DescriptionsOf } from "../../shared/http/description.ts";
import { listOf } from "../../shared/http/envelopes.ts";
import { customFieldSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/custom-fields": {
    id: "listCustomFields",
    summary: "List your custom fields",
    details:
      "All of them, oldest first: what `custom_fields` of a business takes. An operator makes and changes them.",
    response: listOf(customFieldSchema),
  },
} as const satisfies DescriptionsOf<"customFields">;
