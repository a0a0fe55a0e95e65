import * as z from "zod/mini";
import { presentCustomField } from "../../shared/resources/customField.ts";
import { timestamp } from "../../shared/time.ts";
import { command, flag, name, WrongInput } from "./command.ts";
import { changeCustomFields, field_uuid, fieldOptions, requireField } from "./customFields.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/**
 * Changes what is named of a custom field. The values that businesses have stay as they are, also
 * where they are not among the options any more.
 */
export const updateCustomField = command(
  {
    uuid: field_uuid,
    reseller_uuid,
    name: z.optional(name),
    options: z.optional(fieldOptions),
    required: flag("--required"),
  },
  async ({ uuid, reseller_uuid, name, options, required: is_required }) => {
    const given = Object.entries({ name, options, is_required });
    const set = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    if (Object.keys(set).length === 0) {
      throw new WrongInput(
        "Nothing to change: give --name, --options, --required or --no-required.",
      );
    }
    await requireReseller(reseller_uuid);
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
  },
);
