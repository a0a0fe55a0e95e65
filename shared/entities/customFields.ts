import type { EntityItem } from "electrodb";
import { audited, entity, flag, optionalText, primary, text } from "../platform/table/entity.ts";

/**
 * All custom fields of a reseller in one item, so that one read returns them all and no name can be given
 * twice.
 */
export const CustomFields = entity(
  "customFields",
  {
    ...audited,
    reseller_uuid: text,
    revision: { type: "number", required: true },
    fields: {
      type: "list",
      required: true,
      items: {
        type: "map",
        properties: {
          uuid: text,
          name: text,
          type: { type: ["select", "text"] as const, required: true },
          options: { type: "list", items: { type: "string" } },
          is_required: flag,
          created_at: text,
          updated_at: optionalText,
        },
      },
    },
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#customFields", "customFields"),
  },
);

export type CustomFieldsRecord = EntityItem<typeof CustomFields>;

/** One custom field as it is stored in its reseller's item. */
export type CustomFieldRecord = CustomFieldsRecord["fields"][number];
