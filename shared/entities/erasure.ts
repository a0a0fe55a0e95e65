import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** The kinds of record that belong to a user. */
export const ownedKinds = ["business", "website", "competitor"] as const;
export type OwnedKind = (typeof ownedKinds)[number];

/**
 * The erasure of a user: a note of what was erased when, without a personal value. It is kept, so that a table
 * restored from a backup can be erased again.
 */
export const Erasure = new Entity(
  {
    model: { service: "monitoring", entity: "erasure", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The user's. */
      uuid: text,
      requested_at: text,
      /** When nothing was left, messages that were on their way included. */
      erased_at: optionalText,
      /** When the next pass is due; `NEVER` after the last one. */
      due_at: text,
      /** How many passes were done. */
      passes: { type: "number", required: true },
      /** The uuids of what belonged to the user, 16 bytes each, by its kind. */
      found: {
        type: CustomAttributeType<Partial<Record<OwnedKind, Uint8Array>>>("any"),
        required: true,
      },
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#erasures", ["reseller_uuid"]),
        sk: key("sk", "${uuid}", ["uuid"]),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#erasure#0", []),
        sk: key("gsi1sk", "${due_at}#${uuid}", ["due_at", "uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type ErasureRecord = EntityItem<typeof Erasure>;
