import type { BusinessRecord } from "../entities/business.ts";
import type { CustomFieldRecord } from "../entities/customFields.ts";
import { answerBytes } from "../http/responses.ts";
import { presentBusiness, presentCustomFieldValues } from "./business.ts";

/**
 * The most bytes that a client may set on a business. With its reseller's custom fields, a business then
 * takes at most 60,000 bytes, and a page of 100 less than the 6 MB that a function may return.
 */
export const BUSINESS_BYTES = 30_000;

/** The most bytes that a reseller's custom fields may add to each business. Operators can change the fields later. */
export const CUSTOM_FIELDS_BYTES = 30_000;

/** The bytes of a business in an answer, with its values of these fields but without the fields themselves. */
export function businessBytes(business: BusinessRecord, fields: CustomFieldRecord[]): number {
  const shown = new Set(fields.map(({ uuid }) => uuid));
  const values = business.custom_field_values
    .filter(({ custom_field_uuid }) => shown.has(custom_field_uuid))
    .map(({ value }) => answerBytes(value));
  return values.reduce((sum, bytes) => sum + bytes, answerBytes(presentBusiness(business)));
}

/** The bytes that custom fields add to a business with a value of each, without the values' texts. */
export function customFieldsBytes(fields: CustomFieldRecord[], reseller_uuid: string): number {
  const values = fields.map(({ uuid, created_at }) => ({
    uuid,
    custom_field_uuid: uuid,
    value: "",
    created_at,
    updated_at: created_at,
  }));
  // Any identifier is as long as that of the business.
  const business = { uuid: reseller_uuid, reseller_uuid };
  return answerBytes(presentCustomFieldValues(values, fields, business));
}
