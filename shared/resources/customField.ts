import type * as z from "zod/mini";
import { type CustomFieldRecord, CustomFields } from "../entities/customFields.ts";
import type { customFieldSchema } from "./schemas.ts";

/** A custom field as section 2.4 of the specification shows it. */
export function presentCustomField(
  field: CustomFieldRecord,
  reseller_uuid: string,
): z.output<typeof customFieldSchema> {
  return {
    uuid: field.uuid,
    reseller_uuid,
    name: field.name,
    type: field.type,
    options: field.options ?? null,
    is_required: field.is_required,
    created_at: field.created_at,
    updated_at: field.updated_at ?? null,
  };
}

/** Reads the custom fields of a reseller, consistently. */
export async function readCustomFields(reseller_uuid: string): Promise<CustomFieldRecord[]> {
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  return data?.fields ?? [];
}
