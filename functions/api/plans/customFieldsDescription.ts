import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { customFieldSchema } from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/custom-fields": {
    id: "listCustomFields",
    summary: "List your custom fields",
    details:
      "All fields that `custom_fields` of a business takes, oldest first. Your contact at the provider creates and changes them.",
    response: listOf(customFieldSchema),
  },
} as const satisfies DescriptionsOf<"customFields">;
