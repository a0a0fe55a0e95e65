import { CustomAttributeType, type EntityItem } from "electrodb";
import { audited, entity, expiry, optionalText, primary, text } from "../platform/table/entity.ts";

/** The kinds of record that can be restored after a deletion. */
export const restorableKinds = ["user", "business", "website", "competitor", "webhook"] as const;
export type RestorableKind = (typeof restorableKinds)[number];

/**
 * A record that was deleted, as it was last, until it is restored or removed for good. A client's deletion
 * is kept in one place for the reseller; what was deleted with it is kept beside the list that it was in.
 */
export const Deleted = entity(
  "deleted",
  {
    ...audited,
    reseller_uuid: text,
    /** `deleted` for what a client deleted, otherwise the name of the list. */
    place: text,
    /** The record's. */
    uuid: text,
    kind: { type: [...restorableKinds, "check"] as const, required: true },
    /** The record's revision, so that a change that comes late does not replace a later deletion. */
    revision: { type: "number", required: true },
    /** Absent once the record is restored, or erased. */
    record: { type: CustomAttributeType<Record<string, unknown>>("any") },
    /** It is a user that was erased: nothing of it is kept or restored. */
    is_erased: { type: "boolean" },
    deleted_at: text,
    /** The last time that it was restored before this deletion. */
    restored_at: optionalText,
    expires_epoch: expiry,
    /** In the index `gsi2`, which has keys only: a client's deletions by their time. */
    order_under: { ...optionalText, field: "gsi2pk", hidden: true },
    order_text: { ...optionalText, field: "gsi2sk", hidden: true },
  },
  {
    atPlace: primary("reseller#${reseller_uuid}#${place}", "deleted#${uuid}"),
  },
);

export type DeletedRecord = EntityItem<typeof Deleted>;
