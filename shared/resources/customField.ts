import * as z from "zod/mini";
import type { CustomFieldRecord } from "../entities/customFields.ts";
import { time, uuid } from "./common.ts";

/** A custom field as section 2.4 of the specification shows it. */
export const customFieldSchema = z.strictObject({
  uuid,
  reseller_uuid: uuid,
  name: z.string(),
  type: z.string(),
  options: z.nullable(z.array(z.string())),
  is_required: z.boolean(),
  created_at: time,
  updated_at: z.nullable(time),
});

export function presentCustomField(field: CustomFieldRecord, reseller_uuid: string) {
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
