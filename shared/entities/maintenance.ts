import type { EntityItem } from "electrodb";
import {
  audited,
  entity,
  index,
  ofWebsite,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";
import { NEVER } from "../platform/time.ts";

/** All maintenance windows of a website in one item: a failure needs one read, and their number is exact. */
export const Maintenance = entity(
  "maintenance",
  {
    ...audited,
    ...ofWebsite,
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
  {
    ofWebsite: primary("reseller#${reseller_uuid}#website#${uuid}#maintenance", "maintenance"),
    due: index("gsi1", "due#maintenance#${shard}", "${due_at}#${uuid}"),
  },
);

export type MaintenanceRecord = EntityItem<typeof Maintenance>;

/** One window as it is stored, without the website it belongs to. */
export type WindowRecord = MaintenanceRecord["windows"][number];
