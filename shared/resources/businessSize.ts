import type { BusinessRecord } from "../entities/business.ts";
import type { CustomFieldRecord } from "../entities/customFields.ts";
import { answerBytes } from "../http/responses.ts";
import { presentBusiness, presentCustomFieldValues } from "./business.ts";

/**
 * What a client may say of a business. Together with its reseller's custom fields it takes 60,000
 * bytes then, and a page of 100 businesses less than the 6 MB that a function may return.
 */
export const BUSINESS_BYTES = 30_000;

/** What a reseller's custom fields may take of each business, which an operator may change later. */
export const CUSTOM_FIELDS_BYTES = 30_000;

/** How many bytes a business takes of an answer, with the values of these fields, without the fields. */
export function businessBytes(business: BusinessRecord, fields: CustomFieldRecord[]): number {
  const shown = new Set(fields.map(({ uuid }) => uuid));
  const values = business.custom_field_values
    .filter(({ custom_field_uuid }) => shown.has(custom_field_uuid))
    .map(({ value }) => answerBytes(value));
  return values.reduce((sum, bytes) => sum + bytes, answerBytes(presentBusiness(business)));
}

/** How many bytes custom fields take of a business that has a value of each, without the values' texts. */
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
