import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";

/** All custom fields of the reseller, oldest first. An operator gives a reseller fifty at most. */
export const listCustomFields = endpoint({
  async answer({ reseller_uuid }) {
    const fields = await readCustomFields(reseller_uuid);
    return fetched(fields.map((field) => presentCustomField(field, reseller_uuid)));
  },
});
