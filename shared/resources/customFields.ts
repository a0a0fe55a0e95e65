import { type CustomFieldRecord, CustomFields } from "../entities/customFields.ts";

/** The custom fields of a reseller, as they are now. */
export async function readCustomFields(reseller_uuid: string): Promise<CustomFieldRecord[]> {
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  return data?.fields ?? [];
}
