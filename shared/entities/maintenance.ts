import { Entity, type EntityItem } from "electrodb";
import { audited, key, optionalText, tableConfiguration, text } from "../platform/table/entity.ts";
import { NEVER } from "../platform/time.ts";

/** The shards of the index of due windows. */
export const MAINTENANCE_SHARDS = 1;

/** All maintenance windows of a website in one item: a failure needs one read, and their number is exact. */
export const Maintenance = new Entity(
  {
    model: { service: "monitoring", entity: "maintenance", version: "1" },
    attributes: {
      ...audited,
      reseller_uuid: text,
      /** The website's. */
      uuid: text,
      revision: { type: "number", required: true },
      /** When a window next begins or ends; `NEVER` if none does. */
      due_at: { ...text, default: NEVER },
      shard: { type: "number", required: true, default: 0 },
      /** In the order of their beginning. */
      windows: {
        type: "list",
        required: true,
        items: {
          type: "map",
          properties: {
            uuid: text,
            starts_at: text,
            ends_at: text,
            reason: optionalText,
            created_at: text,
          },
        },
      },
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${uuid}#maintenance"),
        sk: key("sk", "maintenance"),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#maintenance#${shard}"),
        sk: key("gsi1sk", "${due_at}#${uuid}"),
      },
    },
  },
  tableConfiguration,
);

export type MaintenanceRecord = EntityItem<typeof Maintenance>;

/** One window as it is stored, without the website it belongs to. */
export type WindowRecord = MaintenanceRecord["windows"][number];
