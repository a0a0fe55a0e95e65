import type * as z from "zod/mini";
import type { BusinessRecord, CustomFieldValueRecord } from "../entities/business.ts";
import { type CustomFieldRecord, CustomFields } from "../entities/customFields.ts";
import { answerBytes } from "../http/responses.ts";
import type {
  addressSchema,
  businessSchema,
  customFieldSchema,
  knownWordsSchema,
  plainBusinessSchema,
} from "./schemas.ts";

/** A business in the answer of an update, without its custom field values. */
export function presentBusiness(business: BusinessRecord): z.output<typeof plainBusinessSchema> {
  return {
    uuid: business.uuid,
    name: business.name,
    industry: business.industry,
    reseller_uuid: business.reseller_uuid,
    created_at: business.created_at,
    updated_at: business.updated_at,
    products: business.products,
    plan_uuid: business.plan_uuid,
  };
}

/** A business with its custom field values, each with the custom field it belongs to (2.3). */
export function presentWithCustomFields(
  business: BusinessRecord,
  fields: CustomFieldRecord[],
): z.output<typeof businessSchema> {
  return {
    ...presentBusiness(business),
    custom_field_values: presentCustomFieldValues(business.custom_field_values, fields, business),
  };
}

/** The words that audits of a business's websites do not report. */
export function presentKnownWords({
  known_words: words = [],
}: BusinessRecord): z.output<typeof knownWordsSchema> {
  return { words };
}

/** The custom field values of a business, each with its field. */
function presentCustomFieldValues(
  values: CustomFieldValueRecord[],
  fields: CustomFieldRecord[],
  { uuid: business_uuid, reseller_uuid }: Pick<BusinessRecord, "uuid" | "reseller_uuid">,
): z.output<typeof businessSchema>["custom_field_values"] {
  return values.flatMap((value) => {
    const field = fields.find(({ uuid }) => uuid === value.custom_field_uuid);
    // An operator has deleted the field.
    if (!field) return [];
    return {
      uuid: value.uuid,
      business_uuid,
      custom_field_uuid: value.custom_field_uuid,
      value: value.value,
      created_at: value.created_at,
      updated_at: value.updated_at ?? null,
      custom_field: presentCustomField(field, reseller_uuid),
    };
  });
}

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

/** The postal address and phone number of a business, with "" for what it lacks. */
export function presentAddress({ address }: BusinessRecord): z.output<typeof addressSchema> {
  return {
    address_line_1: address?.address_line_1 ?? "",
    address_line_2: address?.address_line_2 ?? "",
    address_line_3: address?.address_line_3 ?? "",
    city: address?.city ?? "",
    county: address?.county ?? "",
    postcode: address?.postcode ?? "",
    phone_number: address?.phone_number ?? "",
    country_code: address?.country_code ?? "",
  };
}

/**
 * The most bytes that a client may set on a business. With its reseller's custom fields, a business then
 * takes at most 60,000 bytes, and a page of 100 less than the 6 MB that a function may return.
 */
export const BUSINESS_BYTES = 30_000;

/** The most bytes that a reseller's custom fields may add to each business. Operators can change the fields later. */
export const CUSTOM_FIELDS_BYTES = 30_000;

/** The bytes of a business in an answer, with the texts of its custom field values but without the fields themselves. */
export function businessBytes(business: BusinessRecord): number {
  const texts = business.custom_field_values.map(({ value }) => value);
  return answerBytes(presentBusiness(business)) + answerBytes(texts);
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
