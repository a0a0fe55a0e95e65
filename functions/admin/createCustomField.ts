import * as z from "zod/mini";
import type { CustomFieldRecord } from "../../shared/entities/customFields.ts";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { timestamp } from "../../shared/time.ts";
import { command, flag, name, WrongInput } from "./command.ts";
import { createOnce, new_uuid } from "./createOnce.ts";
import {
  changeCustomFields,
  fieldOptions,
  readCustomFields,
  requireField,
} from "./customFields.ts";
import { requireOpenReseller, reseller_uuid } from "./reseller.ts";

const fieldType = z.enum(["text", "select"], "--type must be text or select.");

/** Creates a custom field that the reseller's businesses can have a value of from now on. */
export const createCustomField = command(
  {
    reseller_uuid,
    name,
    type: fieldType,
    options: z.optional(fieldOptions),
    required: flag("--required"),
    new_uuid,
  },
  async ({ reseller_uuid, name, type, options, required: is_required = false, new_uuid: uuid }) => {
    assertFittingOptions(type, options);
    await requireOpenReseller(reseller_uuid);
    const created = { uuid, name, type, options, is_required, created_at: timestamp() };
    const isIt = (field: CustomFieldRecord) => field.uuid === uuid;
    const field = await createOnce<CustomFieldRecord>({
      find: async () => (await readCustomFields(reseller_uuid)).find(isIt),
      write: async () => {
        const fields = await changeCustomFields(reseller_uuid, (present) =>
          // There already: it was written, and the answer was lost.
          present.some(isIt) ? present : [...present, created],
        );
        return requireField(fields, uuid);
      },
    });
    return presentCustomField(field, reseller_uuid);
  },
);

/** Throws WrongInput unless a select comes with options, and a text field without. */
function assertFittingOptions(type: z.output<typeof fieldType>, options?: string[]) {
  if (type === "select" && options === undefined) {
    throw new WrongInput("A select field needs --options: its choices, separated by commas.");
  }
  if (type === "text" && options !== undefined) {
    throw new WrongInput("A text field takes no --options: leave them out, or use --type select.");
  }
}
