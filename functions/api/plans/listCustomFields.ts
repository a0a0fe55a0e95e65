import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentCustomField } from "../../../shared/resources/customField.ts";
import { readCustomFields } from "../../../shared/resources/customFields.ts";

/** Lists the reseller's custom fields, oldest first; at most 50, so there are no pages. */
export const listCustomFields = endpoint({
  async answer({ reseller_uuid }) {
    const fields = await readCustomFields(reseller_uuid);
    return fetched(fields.map((field) => presentCustomField(field, reseller_uuid)));
  },
});
