import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { CustomFieldRecord } from "../../shared/entities/customFields.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { answerBytes } from "../../shared/http/answerBytes.ts";
import { BUSINESS_BYTES, businessBytes } from "../../shared/resources/businessSize.ts";

/** The attribute that stores each field of a body. */
const PLACES = {
  name: "name",
  industry: "industry",
  products: "products",
  custom_fields: "custom_field_values",
} as const satisfies Record<string, keyof BusinessRecord>;

type Sent = Partial<Record<keyof typeof PLACES, unknown>>;

/**
 * Throws ValidationFailed for the largest sent field if a business takes more bytes of an answer than
 * allowed, so that a page of businesses always fits into a response. Custom fields that an operator
 * adds later don't matter: they have a budget of their own.
 */
export function assertSize(business: BusinessRecord, fields: CustomFieldRecord[], sent: Sent) {
  if (businessBytes(business, fields) <= BUSINESS_BYTES) return;
  const largest = (Object.keys(PLACES) as (keyof typeof PLACES)[])
    .filter((field) => sent[field] !== undefined)
    .map((field) => ({ field, bytes: answerBytes(business[PLACES[field]]) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const length = `The business must be <= ${BUSINESS_BYTES} bytes of JSON, with the values of its custom fields; quotation marks and backslashes count twice`;
  throw new ValidationFailed({ [largest[0]?.field ?? "name"]: { length } });
}
