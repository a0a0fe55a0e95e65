import { CustomFields } from "../../shared/entities/customFields.ts";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { command, reseller_uuid } from "./command.ts";
import { requireReseller } from "./reseller.ts";

/** All custom fields of a reseller, oldest first. */
export const listCustomFields = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  await requireReseller(reseller_uuid);
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  return (data?.fields ?? []).map((field) => presentCustomField(field, reseller_uuid));
});
