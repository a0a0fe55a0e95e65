import { presentCustomField } from "../../shared/resources/customField.ts";
import { command } from "./command.ts";
import { readCustomFields } from "./customFields.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/** All custom fields of a reseller, oldest first. */
export const listCustomFields = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  await requireReseller(reseller_uuid);
  const fields = await readCustomFields(reseller_uuid);
  return fields.map((field) => presentCustomField(field, reseller_uuid));
});
