import type * as z from "zod/mini";
import type { AuditLogEntryRecord } from "../entities/auditLogEntry.ts";
import type { Actor } from "../vocabulary/actor.ts";
import type { auditLogEntrySchema } from "./auditLogSchemas.ts";

/** An entry of the audit log as its reseller sees it: who exactly an operator is, only the provider is told. */
export function presentAuditLogEntry(
  entry: AuditLogEntryRecord,
): z.output<typeof auditLogEntrySchema> {
  const { uuid, created_at, action, actor, cause_type, cause_uuid } = entry;
  const shown: Partial<Actor> =
    actor.type === "operator" ? { request_id: actor.request_id } : actor;
  return {
    uuid,
    created_at,
    action,
    actor: { type: actor.type, uuid: shown.uuid ?? null, name: shown.name ?? null },
    ip: shown.ip ?? null,
    user_agent: shown.user_agent ?? null,
    request_id: shown.request_id ?? null,
    record: { type: entry.record_type, uuid: entry.record_uuid },
    cause: cause_type && cause_uuid ? { type: cause_type, uuid: cause_uuid } : null,
    changed_fields: entry.changed_fields ?? [],
    before: entry.before === undefined ? null : JSON.parse(entry.before),
    after: entry.after === undefined ? null : JSON.parse(entry.after),
  };
}
