import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentCustomField, readCustomFields } from "../../../shared/resources/customField.ts";
import { customFieldSchema } from "../../../shared/resources/schemas.ts";

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
