import * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { described } from "../../../shared/fields/described.ts";
import { anyText, businessName } from "../../../shared/fields/fields.ts";
import { rule, shortArray } from "../../../shared/fields/validationErrors.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentWithCustomFields } from "../../../shared/resources/business.ts";
import { readCustomFields } from "../../../shared/resources/customField.ts";
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
          `A business can have at most ${MAX_PRODUCTS} products`,
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

/** The answer to GET of a business, with the reseller's current custom fields. */
export async function showBusiness(found: BusinessRecord) {
  const fields = await readCustomFields(found.reseller_uuid);
  return fetched(presentWithCustomFields(found, fields));
}
