import * as z from "zod/mini";
import { anyText, businessName } from "../../shared/fields.ts";
import { rule } from "../../shared/http/validation.ts";

const MAX_PRODUCTS = 100;
const MAX_VALUE_LENGTH = 255;

/** `[{"Account manager": "Kim"}, …]`: each object has one key, a custom field's name, and a string. */
export type CustomFieldEntries = Record<string, string>[];

const customFields = z.array(z.unknown()).check(
  rule("type", "Custom fields must be an array of objects with one key and a string", (entries) =>
    entries.every(isEntry),
  ),
  rule(
    "length",
    `The value of a custom field must be <= ${MAX_VALUE_LENGTH} characters`,
    (entries) => valuesOf(entries).every((value) => [...value].length <= MAX_VALUE_LENGTH),
  ),
  rule("format", "The value of a custom field must be valid Unicode", (entries) =>
    valuesOf(entries).every((value) => value.isWellFormed()),
  ),
);

function valuesOf(entries: unknown[]): string[] {
  return (entries as CustomFieldEntries).flatMap((entry) => Object.values(entry));
}

function isEntry(entry: unknown): entry is Record<string, string> {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return false;
  const values = Object.values(entry);
  return values.length === 1 && values.every((value) => typeof value === "string");
}

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
  custom_fields: z.optional(
    z.pipe(
      customFields,
      z.transform((entries) => entries as CustomFieldEntries),
    ),
  ),
});
