import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** The last export of a user. */
export const UserExport = new Entity(
  {
    model: { service: "monitoring", entity: "userExport", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The user's. */
      uuid: text,
      /** Identifies the export: another one of the user is another file. */
      export_uuid: text,
      requested_at: text,
      /** When the file was complete. */
      finished_at: optionalText,
      bytes: { type: "number" },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofUser: {
        pk: key("pk", "reseller#${reseller_uuid}#exports", ["reseller_uuid"]),
        sk: key("sk", "${uuid}", ["uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type UserExportRecord = EntityItem<typeof UserExport>;

/** The key of an export's file in the bucket, or of a part of it. */
export function exportFile(
  { reseller_uuid, export_uuid }: Pick<UserExportRecord, "reseller_uuid" | "export_uuid">,
  part?: number,
): string {
  const place = `exports/${reseller_uuid}/${export_uuid}`;
  return part === undefined ? `${place}.json` : `${place}-${part}.json`;
}
