import { type CustomFieldRecord, CustomFields } from "../entities/customFields.ts";

/** Reads the custom fields of a reseller, consistently. */
export async function readCustomFields(reseller_uuid: string): Promise<CustomFieldRecord[]> {
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  return data?.fields ?? [];
}
