import type * as z from "zod/mini";
import type { BusinessRecord, CustomFieldValueRecord } from "../entities/business.ts";
import type { CustomFieldRecord } from "../entities/customFields.ts";
import { presentCustomField } from "./customField.ts";
import type { businessSchema, knownWordsSchema, plainBusinessSchema } from "./schemas.ts";

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
export function presentCustomFieldValues(
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
