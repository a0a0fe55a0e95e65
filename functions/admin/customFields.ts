import * as z from "zod/mini";
import { type CustomFieldRecord, CustomFields } from "../../shared/entities/customFields.ts";
import { CUSTOM_FIELDS_BYTES, customFieldsBytes } from "../../shared/resources/businessSize.ts";
import { ConditionFailed, retryOnConflict, writeIfTrue } from "../../shared/table/transact.ts";
import { nameOf, uuid, WrongInput } from "./command.ts";

const FIELDS_PER_RESELLER = 50;
/** Names that a request's `custom_fields` can't carry. */
const RESERVED_NAMES = ["__proto__", "constructor", "prototype"];

const MOST_OPTIONS = 100;
const COUNT = `--options takes 1 to ${MOST_OPTIONS} choices, separated by commas.`;
const DISTINCT = "--options must not name a choice twice.";

export const field_uuid = uuid("The custom field", "custom-field list");

/** The choices of a select. */
export const fieldOptions = z.array(nameOf("Each of the --options"), COUNT).check(
  z.minLength(1, COUNT),
  z.maxLength(MOST_OPTIONS, COUNT),
  z.refine((options) => new Set(options).size === options.length, DISTINCT),
);

/** A reseller's custom fields as they are now. */
export async function readCustomFields(reseller_uuid: string): Promise<CustomFieldRecord[]> {
  const { data } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  return data?.fields ?? [];
}

/**
 * Writes the fields that `decide` makes of those there are now, and returns them; `decide` is asked
 * again when they change meanwhile. Throws WrongInput when they are not allowed together.
 */
export async function changeCustomFields(
  reseller_uuid: string,
  decide: (present: CustomFieldRecord[]) => CustomFieldRecord[],
): Promise<CustomFieldRecord[]> {
  return await retryOnConflict(async () => {
    const { data: present } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
    const before = present?.fields ?? [];
    const fields = decide(before);
    if (fields === before) return fields;
    assertAllowed(fields, reseller_uuid);
    const written = await writeIfTrue<unknown>(() =>
      present === null
        ? CustomFields.create({ reseller_uuid, revision: 1, fields }).go()
        : CustomFields.patch({ reseller_uuid })
            .set({ fields, revision: present.revision + 1 })
            .where(({ revision }, { eq }) => eq(revision, present.revision))
            .go(),
    );
    if (written === undefined) throw new ConditionFailed("The custom fields changed meanwhile");
    return fields;
  });
}

function assertAllowed(fields: CustomFieldRecord[], reseller_uuid: string) {
  const names = fields.map(({ name }) => name);
  const reserved = names.find((name) => RESERVED_NAMES.includes(name));
  if (reserved !== undefined) {
    throw new WrongInput(`A custom field can't have the name "${reserved}": choose another.`);
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new WrongInput(
      `The reseller has a custom field "${twice}" already: choose another name.`,
    );
  }
  if (fields.length > FIELDS_PER_RESELLER) {
    throw new WrongInput(
      `The reseller has ${FIELDS_PER_RESELLER} custom fields, which is the most it can have.`,
    );
  }
  // Each business shows them, with all their options, beside its values of them.
  const bytes = customFieldsBytes(fields, reseller_uuid);
  if (bytes > CUSTOM_FIELDS_BYTES) {
    throw new WrongInput(
      `The reseller's custom fields together would take ${bytes} bytes of each business, more than ${CUSTOM_FIELDS_BYTES}: give fewer or shorter options.`,
    );
  }
}

/** The field of these; throws WrongInput when it is not among them. */
export function requireField(fields: CustomFieldRecord[], uuid: string): CustomFieldRecord {
  const field = fields.find((each) => each.uuid === uuid);
  if (field) return field;
  throw new WrongInput(
    `The reseller has no custom field ${uuid}: "custom-field list" shows those it has.`,
  );
}
