import * as z from "zod/mini";
import type { CustomFieldValueRecord } from "../../../shared/entities/business.ts";
import type { CustomFieldRecord } from "../../../shared/entities/customFields.ts";
import { isOneLine } from "../../../shared/fields/fields.ts";
import { type Rule, rule } from "../../../shared/fields/validationErrors.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";

const MAX_VALUE_LENGTH = 255;

/** `[{"Account manager": "Kim"}, …]`: each object has one key, a custom field's name, and a string. */
type CustomFieldEntries = Record<string, string>[];

/** An entry in JSON Schema. */
const ENTRY = {
  type: "object",
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: { type: "string", maxLength: MAX_VALUE_LENGTH },
};

/** The `custom_fields` of a body, checked as far as possible without the reseller's fields. */
export const customFieldEntries = z.pipe(
  z.array(z.unknown()).check(
    rule(
      "type",
      "Custom fields must be an array of objects with one key and a string",
      (entries) => entries.every(isEntry),
      { keywords: { items: ENTRY } },
    ),
    rule(
      "length",
      `The value of a custom field must be <= ${MAX_VALUE_LENGTH} characters`,
      (entries) => valuesOf(entries).every((value) => [...value].length <= MAX_VALUE_LENGTH),
    ),
    rule("format", "The value of a custom field must be one line of valid Unicode", (entries) =>
      valuesOf(entries).every(isOneLine),
    ),
  ),
  z.transform((entries) => entries as CustomFieldEntries),
);

function valuesOf(entries: unknown[]): string[] {
  return (entries as CustomFieldEntries).flatMap((entry) => Object.values(entry));
}

function isEntry(entry: unknown): entry is Record<string, string> {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return false;
  const values = Object.values(entry);
  return values.length === 1 && values.every((value) => typeof value === "string");
}

/** The values of a new business; throws ValidationFailed if a required field is missing. */
export function newValues(
  entries: CustomFieldEntries,
  fields: CustomFieldRecord[],
): CustomFieldValueRecord[] {
  const values = valuesByField(entries, fields);
  const missing = fields.find(({ uuid, is_required }) => is_required && !values.has(uuid));
  if (missing) throw refused("required", `The custom field "${missing.name}" is required`);
  return newOnes(values);
}

/** A business's values with the sent ones replaced or cleared, and the others kept. */
export function replacedValues(
  present: CustomFieldValueRecord[],
  entries: CustomFieldEntries,
  fields: CustomFieldRecord[],
): CustomFieldValueRecord[] {
  const values = valuesByField(entries, fields);
  const others = present.flatMap((record) => {
    const uuid = record.custom_field_uuid;
    if (!values.has(uuid)) return [record];
    const value = values.get(uuid);
    values.delete(uuid);
    return value === undefined ? [] : [{ ...record, value, updated_at: timestamp() }];
  });
  return [...others, ...newOnes(values)];
}

/**
 * The sent values by their fields' uuids, in the order sent; undefined for a select that is cleared. Unicode has several
 * spellings of a name such as "Größe": names and options are compared in NFC, and an option is stored as the field has it.
 */
function valuesByField(
  entries: CustomFieldEntries,
  fields: CustomFieldRecord[],
): Map<string, string | undefined> {
  const values = new Map<string, string | undefined>();
  for (const [name, value] of entries.flatMap((entry) => Object.entries(entry))) {
    const field = fields.find((candidate) => isSame(candidate.name, name));
    if (!field) throw refused("exists", `There is no custom field "${name}"`);
    if (values.has(field.uuid))
      throw refused("unique", `The custom field "${name}" is given twice`);
    if (field.is_required && value.trim() === "") {
      throw refused("required", `The custom field "${name}" is required`);
    }
    const isCleared = field.options !== undefined && value === "";
    const option = field.options?.find((candidate) => isSame(candidate, value));
    if (field.options && !isCleared && option === undefined) {
      throw refused("options", `The custom field "${name}" must be one of its options`);
    }
    values.set(field.uuid, isCleared ? undefined : (option ?? value));
  }
  return values;
}

function isSame(one: string, other: string): boolean {
  return one.normalize("NFC") === other.normalize("NFC");
}

function newOnes(values: Map<string, string | undefined>): CustomFieldValueRecord[] {
  return [...values].flatMap(([custom_field_uuid, value]) =>
    value === undefined
      ? []
      : [{ uuid: newUuid(), custom_field_uuid, value, created_at: timestamp() }],
  );
}

function refused(key: Rule, text: string) {
  return new ValidationFailed({ custom_fields: { [key]: text } });
}
