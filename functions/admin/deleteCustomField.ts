import { assertConfirmed, command, yes } from "./command.ts";
import { changeCustomFields, field_uuid, readCustomFields, requireField } from "./customFields.ts";

import { requireReseller, reseller_uuid } from "./reseller.ts";

/** Deletes a custom field: the values that businesses have of it are not shown any more. */
export const deleteCustomField = command(
  { uuid: field_uuid, reseller_uuid, yes },
  async ({ uuid, reseller_uuid, yes }) => {
    await requireReseller(reseller_uuid);
    const { name } = requireField(await readCustomFields(reseller_uuid), uuid);
    assertConfirmed(yes, `the custom field "${name}", with every business's value of it`);
    await changeCustomFields(reseller_uuid, (present) =>
      present.some((field) => field.uuid === uuid)
        ? present.filter((field) => field.uuid !== uuid)
        : present,
    );
    return { deleted: "custom field", uuid, name };
  },
);
