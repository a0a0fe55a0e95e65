import * as z from "zod/mini";
import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import {
  type CustomFieldRecord,
  CustomFields,
  type CustomFieldsRecord,
} from "../../shared/entities/customFields.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { described } from "../../shared/fields/described.ts";
import { anyText, businessName } from "../../shared/fields/fields.ts";
import { fetched } from "../../shared/http/responses.ts";
import { rule, shortArray } from "../../shared/http/validation.ts";
import { presentWithCustomFields } from "../../shared/resources/business.ts";
import { readCustomFields } from "../../shared/resources/customFields.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { customFieldEntries } from "./customFieldValues.ts";

const MAX_PRODUCTS = 100;

/** The body of a business (section 4.4 of the specification). */
export const businessBody = z.object({
  name: businessName,
  industry: anyText("Industry"),
  products: shortArray(
    MAX_PRODUCTS,
    z
      .array(anyText("Each product"))
      .check(
        rule(
          "max",
          `There can be ${MAX_PRODUCTS} products at most`,
          (products) => products.length <= MAX_PRODUCTS,
          { keywords: { maxItems: MAX_PRODUCTS } },
        ),
      ),
  ),
  custom_fields: described(
    z.optional(customFieldEntries),
    "Values of your custom fields: each an object with one key, the field's name. A `select` takes one of its options. A new business needs every required field; a change keeps the values that are not sent, and an empty string clears a `select`.",
  ),
});

/** Reads a business and the reseller's custom fields in one request; throws RecordNotFound. */
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

/** The answer to GET of a business, with the reseller's current custom fields. */
export async function showBusiness(found: BusinessRecord) {
  const fields = await readCustomFields(found.reseller_uuid);
  return fetched(presentWithCustomFields(found, fields));
}
