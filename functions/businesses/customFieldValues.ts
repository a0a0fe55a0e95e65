import type { CustomFieldValueRecord } from "../../shared/entities/business.ts";
import type { CustomFieldRecord } from "../../shared/entities/customFields.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import type { Rule } from "../../shared/http/validation.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import type { CustomFieldEntries } from "./businessBody.ts";

/** The values of a new business; a required field that is left out is refused on `custom_fields`. */
export function newValues(
  entries: CustomFieldEntries,
  fields: CustomFieldRecord[],
): CustomFieldValueRecord[] {
  const values = valuesByField(entries, fields);
  const missing = fields.find(({ uuid, is_required }) => is_required && !values.has(uuid));
  if (missing) throw refused("required", `The custom field "${missing.name}" is required`);
  return [...values].map(([custom_field_uuid, value]) => newValue(custom_field_uuid, value));
}

/** The values of a business with those that are named replaced, and the others kept. */
export function replacedValues(
  present: CustomFieldValueRecord[],
  entries: CustomFieldEntries,
  fields: CustomFieldRecord[],
): CustomFieldValueRecord[] {
  const values = valuesByField(entries, fields);
  const kept = present.map((record) => {
    const value = values.get(record.custom_field_uuid);
    values.delete(record.custom_field_uuid);
    return value === undefined ? record : { ...record, value, updated_at: timestamp() };
  });
  return [...kept, ...[...values].map(([uuid, value]) => newValue(uuid, value))];
}

/** The value of each field that is named, by the field's uuid, in the order they are named in. */
function valuesByField(entries: CustomFieldEntries, fields: CustomFieldRecord[]) {
  const values = new Map<string, string>();
  for (const [name, value] of entries.flatMap((entry) => Object.entries(entry))) {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) throw refused("exists", `There is no custom field "${name}"`);
    if (values.has(field.uuid))
      throw refused("unique", `The custom field "${name}" is given twice`);
    if (field.is_required && value === "") {
      throw refused("required", `The custom field "${name}" is required`);
    }
    if (field.options && !field.options.includes(value)) {
      throw refused("options", `The custom field "${name}" must be one of its options`);
    }
    values.set(field.uuid, value);
  }
  return values;
}

function newValue(custom_field_uuid: string, value: string): CustomFieldValueRecord {
  return { uuid: newUuid(), custom_field_uuid, value, created_at: timestamp() };
}

function refused(rule: Rule, text: string) {
  return new ValidationFailed({ custom_fields: { [rule]: text } });
}
