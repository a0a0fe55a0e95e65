import type { BusinessRecord } from "../entities/business.ts";
import type { CustomFieldRecord } from "../entities/customFields.ts";
import { answerBytes } from "../http/answerBytes.ts";
import { presentCustomFieldValues, presentWithCustomFields } from "./business.ts";

/** A page of 100 businesses is then less than the 6 MB that a function may return. */
export const BUSINESS_BYTES = 60_000;

/** Of those, what a value of each custom field may take: the rest is for what a client says. */
export const CUSTOM_FIELDS_BYTES = 30_000;

/** How many bytes a business takes of an answer, with its custom field values. */
export function businessBytes(business: BusinessRecord, fields: CustomFieldRecord[]): number {
  return answerBytes(presentWithCustomFields(business, fields));
}

/** How many bytes custom fields take of a business that has the longest option of each, and no text. */
export function customFieldsBytes(fields: CustomFieldRecord[], reseller_uuid: string): number {
  const values = fields.map(({ uuid, options = [], created_at }) => ({
    uuid,
    custom_field_uuid: uuid,
    value: options.reduce((longest, option) => longer(longest, option), ""),
    created_at,
    updated_at: created_at,
  }));
  return answerBytes(presentCustomFieldValues(values, fields, { uuid: "", reseller_uuid }));
}

function longer(a: string, b: string) {
  return answerBytes(b) > answerBytes(a) ? b : a;
}
