import { Entity, type EntityItem } from "electrodb";
import {
  audited,
  flag,
  key,
  optionalText,
  tableConfiguration,
  text,
} from "../platform/table/entity.ts";

/**
 * All custom fields of a reseller in one item, so that one read returns them all and no name can be given
 * twice.
 */
export const CustomFields = new Entity(
  {
    model: { service: "monitoring", entity: "customFields", version: "1" },
    attributes: {
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
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#customFields"),
        sk: key("sk", "customFields"),
      },
    },
  },
  tableConfiguration,
);

export type CustomFieldsRecord = EntityItem<typeof CustomFields>;

/** One custom field as it is stored in its reseller's item. */
export type CustomFieldRecord = CustomFieldsRecord["fields"][number];
