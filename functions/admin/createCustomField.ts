import * as z from "zod/mini";
import { type CustomFieldRecord, CustomFields } from "../../shared/entities/customFields.ts";
import { CUSTOM_FIELDS_BYTES, customFieldsBytes } from "../../shared/resources/businessSize.ts";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { ConditionFailed, retryOnConflict, writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { command, flag, name, reseller_uuid, text, WrongInput } from "./command.ts";
import { requireReseller } from "./reseller.ts";

const FIELDS_PER_RESELLER = 50;
/** Names that a request's `custom_fields` can't carry. */
const RESERVED_NAMES = ["__proto__", "constructor", "prototype"];

const MOST_OPTIONS = 100;
const COUNT = `--options takes 1 to ${MOST_OPTIONS} choices, separated by commas.`;
const DISTINCT = "--options must not name a choice twice.";

const fieldType = z.enum(["text", "select"], "--type must be text or select.");

const fieldOptions = z.array(text("Each of the --options"), COUNT).check(
  z.minLength(1, COUNT),
  z.maxLength(MOST_OPTIONS, COUNT),
  z.refine((options) => new Set(options).size === options.length, DISTINCT),
);

/** Creates a custom field that the reseller's businesses can have a value of from now on. */
export const createCustomField = command(
  {
    reseller_uuid,
    name,
    type: fieldType,
    options: z.optional(fieldOptions),
    required: flag("--required"),
  },
  async ({ reseller_uuid, name, type, options, required: is_required = false }) => {
    assertFittingOptions(type, options);
    await requireReseller(reseller_uuid);
    const created_at = timestamp();
    const field = { uuid: newUuid(), name, type, options, is_required, created_at };
    await retryOnConflict(() => addField(reseller_uuid, field));
    return presentCustomField(field, reseller_uuid);
  },
);

/** Adds the field to those there are now; throws ConditionFailed when they change meanwhile. */
async function addField(reseller_uuid: string, field: CustomFieldRecord) {
  const { data: present } = await CustomFields.get({ reseller_uuid }).go({ consistent: true });
  const fields = [...(present?.fields ?? []), field];
  assertAllowed(fields, field, reseller_uuid);
  const written = await writeIfTrue<unknown>(() =>
    present === null
      ? CustomFields.create({ reseller_uuid, revision: 1, fields }).go()
      : CustomFields.patch({ reseller_uuid })
          .set({ fields, revision: present.revision + 1 })
          .where(({ revision }, { eq }) => eq(revision, present.revision))
          .go(),
  );
  if (written === undefined) throw new ConditionFailed("The custom fields changed meanwhile");
}

function assertAllowed(
  fields: CustomFieldRecord[],
  { name }: CustomFieldRecord,
  reseller_uuid: string,
) {
  if (RESERVED_NAMES.includes(name)) {
    throw new WrongInput(`A custom field can't have the name "${name}": choose another.`);
  }
  if (fields.filter((field) => field.name === name).length > 1) {
    throw new WrongInput(`The reseller has a custom field "${name}" already: choose another name.`);
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

/** Throws WrongInput unless a select comes with options, and a text field without. */
function assertFittingOptions(type: z.output<typeof fieldType>, options?: string[]) {
  if (type === "select" && options === undefined) {
    throw new WrongInput("A select field needs --options: its choices, separated by commas.");
  }
  if (type === "text" && options !== undefined) {
    throw new WrongInput("A text field takes no --options: leave them out, or use --type select.");
  }
}
