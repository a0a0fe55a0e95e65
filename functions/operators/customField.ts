import { type CustomFieldRecord, CustomFields } from "../../shared/entities/customFields.ts";
import {
  ConditionFailed,
  retryOnConflict,
  writeIfTrue,
} from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import {
  CUSTOM_FIELDS_BYTES,
  customFieldsBytes,
  presentCustomField,
  readCustomFields,
} from "../../shared/resources/business.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { requireOpenReseller } from "./records.ts";

const FIELDS_PER_RESELLER = 50;
/** Names that can't be keys of a JSON object in a request. */
const RESERVED_NAMES = ["__proto__", "constructor", "prototype"];

/**
 * Replaces a reseller's custom fields with the result of `decide`, which is called again if they
 * change meanwhile. Throws WrongInput if the result breaks a rule.
 */
async function changeCustomFields(
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
  const names = fields.map(({ name }) => name.normalize("NFC"));
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
  // Every business in an answer repeats the fields with all their options.
  const bytes = customFieldsBytes(fields, reseller_uuid);
  if (bytes > CUSTOM_FIELDS_BYTES) {
    throw new WrongInput(
      `The reseller's custom fields together would take ${bytes} bytes of each business, more than ${CUSTOM_FIELDS_BYTES}: give fewer or shorter options.`,
    );
  }
}

/** The field with this uuid; throws WrongInput if it does not exist. */
function requireField(fields: CustomFieldRecord[], uuid: string): CustomFieldRecord {
  const field = fields.find((each) => each.uuid === uuid);
  if (field) return field;
  throw new WrongInput(
    `The reseller has no custom field ${uuid}: "api GET /v1/custom-fields" shows those it has.`,
  );
}

/** Creates a custom field for the businesses of a reseller. */
export async function createCustomField({
  reseller_uuid,
  name,
  type,
  options,
  required: is_required = false,
}: CommandInput<"custom-field create">) {
  assertFittingOptions(type, options);
  await requireOpenReseller(reseller_uuid);
  const field = { uuid: newUuid(), name, type, options, is_required, created_at: timestamp() };
  await changeCustomFields(reseller_uuid, (present) =>
    // A write whose answer is lost is repeated, and then meets its own field.
    present.some(({ uuid }) => uuid === field.uuid) ? present : [...present, field],
  );
  return presentCustomField(field, reseller_uuid);
}

/** Throws WrongInput unless a select has options and a text field has none. */
function assertFittingOptions(type: "text" | "select", options?: string[]) {
  if (type === "select" && options === undefined) {
    throw new WrongInput("A select field needs --options: its choices, separated by commas.");
  }
  if (type === "text" && options !== undefined) {
    throw new WrongInput("A text field takes no --options: leave them out, or use --type select.");
  }
}

/**
 * Changes the given properties of a custom field. Businesses keep their values, including values
 * that are no longer among the options.
 */
export async function updateCustomField({
  uuid,
  reseller_uuid,
  name,
  options,
  required: is_required,
}: CommandInput<"custom-field update">) {
  const changes = Object.entries({ name, options, is_required });
  const set = Object.fromEntries(changes.filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) {
    throw new WrongInput("Nothing to change: give --name, --options, --required or --no-required.");
  }
  await requireOpenReseller(reseller_uuid);
  const fields = await changeCustomFields(reseller_uuid, (present) => {
    const { type } = requireField(present, uuid);
    if (type === "text" && options !== undefined) {
      throw new WrongInput("A text field takes no --options.");
    }
    return present.map((field) =>
      field.uuid === uuid ? { ...field, ...set, updated_at: timestamp() } : field,
    );
  });
  return presentCustomField(requireField(fields, uuid), reseller_uuid);
}

/** Deletes a custom field; the businesses' values of it are no longer shown. */
export async function deleteCustomField({
  uuid,
  reseller_uuid,
  yes,
}: CommandInput<"custom-field delete">) {
  await requireOpenReseller(reseller_uuid);
  const { name } = requireField(await readCustomFields(reseller_uuid), uuid);
  if (!yes) {
    throw new WrongInput(
      `This deletes the custom field "${name}", with every business's value of it, for good. Add --yes to do it.`,
    );
  }
  await changeCustomFields(reseller_uuid, (present) =>
    present.some((field) => field.uuid === uuid)
      ? present.filter((field) => field.uuid !== uuid)
      : present,
  );
  return { deleted: "custom field", uuid, name };
}
