import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, expiry, optionalText, primary, text } from "../platform/table/entity.ts";
import type { AuditAction, AuditedType } from "../vocabulary/actions.ts";
import type { Actor } from "../vocabulary/actor.ts";

/**
 * One change of a record, or a read of an account by an operator. Nothing changes or removes an entry; its
 * keys are outside those of resellers, so that no role is able to.
 */
export const AuditLogEntry = entity(
  "auditLogEntry",
  {
    reseller_uuid: text,
    uuid: text,
    /** To the second. */
    created_at: text,
    /** Orders the entries of a second. */
    place: text,
    action: { type: CustomAttributeType<AuditAction>("string"), required: true },
    actor: { type: CustomAttributeType<Actor>("any"), required: true },
    record_type: { type: CustomAttributeType<AuditedType>("string"), required: true },
    record_uuid: text,
    /** Keys in `gsi2` of an entry about a user or what belongs to one, for the user's export. */
    user_log: { type: "string", field: "gsi2pk", hidden: true },
    user_place: { type: "string", field: "gsi2sk", hidden: true },
    /** The record with which the service removed this one. */
    cause_type: { type: CustomAttributeType<AuditedType>("string") },
    cause_uuid: optionalText,
    changed_fields: { type: "list", items: { type: "string" } },
    /** What the fields were and are, as JSON, which keeps their order; absent for records of customers. */
    before: optionalText,
    after: optionalText,
    expires_epoch: expiry,
  },
  {
    ofReseller: primary("auditLog#${reseller_uuid}", "${created_at}#${place}#${uuid}"),
  },
);

export type AuditLogEntryRecord = EntityItem<typeof AuditLogEntry>;
