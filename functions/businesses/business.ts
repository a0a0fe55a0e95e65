import * as z from "zod/mini";
import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import {
  type CustomFieldRecord,
  CustomFields,
  type CustomFieldsRecord,
} from "../../shared/entities/customFields.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { anyText, businessName } from "../../shared/fields/fields.ts";
import { rule } from "../../shared/http/validation.ts";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { customFieldEntries } from "./customFieldValues.ts";

const MAX_PRODUCTS = 100;

/** The body of a business (section 4.4 of the specification). */
export const businessBody = z.object({
  name: businessName,
  industry: anyText("Industry"),
  products: z
    .array(anyText("Each product"))
    .check(
      rule(
        "max",
        `There can be ${MAX_PRODUCTS} products at most`,
        (products) => products.length <= MAX_PRODUCTS,
      ),
    ),
  custom_fields: z.optional(customFieldEntries),
});

/** A reseller's business and the reseller's custom fields, in one request; throws RecordNotFound. */
export async function getBusinessWithFields(
  reseller_uuid: string,
  uuid: string,
): Promise<{ business: BusinessRecord; fields: CustomFieldRecord[] }> {
  const [business, customFields] = await batchGet(
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid }),
    lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
  );
  if (!business) throw new RecordNotFound("businesses");
  return { business, fields: customFields?.fields ?? [] };
}

/** The custom fields of a reseller, as they are now. */
export async function getCustomFields(reseller_uuid: string): Promise<CustomFieldRecord[]> {
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  return data?.fields ?? [];
}

/** A business as an update answers it: section 2.2 of the specification without the custom field values. */
export function presentBusiness(business: BusinessRecord) {
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
export function presentWithCustomFields(business: BusinessRecord, fields: CustomFieldRecord[]) {
  const { uuid: business_uuid, reseller_uuid } = business;
  return {
    ...presentBusiness(business),
    custom_field_values: business.custom_field_values.map((value) => ({
      uuid: value.uuid,
      business_uuid,
      custom_field_uuid: value.custom_field_uuid,
      value: value.value,
      created_at: value.created_at,
      updated_at: value.updated_at ?? null,
      custom_field: presentCustomField(fieldOf(value, fields), reseller_uuid),
    })),
  };
}

function fieldOf(
  { custom_field_uuid }: { custom_field_uuid: string },
  fields: CustomFieldRecord[],
) {
  const field = fields.find(({ uuid }) => uuid === custom_field_uuid);
  if (!field) throw new Error(`There is no custom field ${custom_field_uuid}`);
  return field;
}
