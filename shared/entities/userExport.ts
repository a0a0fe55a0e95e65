import { Entity, type EntityItem } from "electrodb";
import { key, type OwnedKey, optionalText, tableConfiguration, text } from "../table/entity.ts";

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

/** The key of the file with a user's last export: it can be deleted when the table has forgotten the export. */
export function exportFile({ reseller_uuid, uuid }: OwnedKey): string {
  return `exports/${reseller_uuid}/${uuid}.json`;
}

/** The key of a part of an export that is being made. */
export function exportPart(
  { reseller_uuid, export_uuid }: Pick<UserExportRecord, "reseller_uuid" | "export_uuid">,
  part: number,
): string {
  return `exports/${reseller_uuid}/${export_uuid}-${part}.json`;
}
