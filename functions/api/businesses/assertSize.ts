import type * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import type { CustomFieldRecord } from "../../../shared/entities/customFields.ts";
import { answerBytes } from "../../../shared/http/responses.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { BUSINESS_BYTES, businessBytes } from "../../../shared/resources/businessSize.ts";
import type { businessBody } from "./business.ts";

type Sent = Partial<z.output<typeof businessBody>>;

/**
 * Throws ValidationFailed when a business would be too large for a page of businesses to be answered,
 * and blames the largest field that was sent. Custom fields, which an operator can change later, have
 * a limit of their own.
 */
export function assertSize(business: BusinessRecord, fields: CustomFieldRecord[], sent: Sent) {
  if (businessBytes(business, fields) <= BUSINESS_BYTES) return;
  const largest = (Object.keys(sent) as (keyof Sent)[])
    .filter((field) => sent[field] !== undefined)
    .map((field) => ({ field, bytes: answerBytes(business[attributeOf(field)]) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const length = `The business must be <= ${BUSINESS_BYTES} bytes of JSON, with the values of its custom fields; quotation marks and backslashes count twice`;
  throw new ValidationFailed({ [largest[0]?.field ?? "name"]: { length } });
}

/** The attribute that keeps a field of the body. */
function attributeOf(field: keyof Sent) {
  return field === "custom_fields" ? "custom_field_values" : field;
}
