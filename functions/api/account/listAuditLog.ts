import * as z from "zod/mini";
import { readEntries } from "../../../shared/auditLog/entries.ts";
import { optional } from "../../../shared/fields/described.ts";
import {
  oneOf,
  rule,
  timestampParameter,
  uuidParameter,
} from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { DAY_MS } from "../../../shared/platform/time.ts";
import { parseUuid } from "../../../shared/platform/uuid.ts";
import { auditLogEntrySchema } from "../../../shared/resources/auditLogSchemas.ts";
import { presentAuditLogEntry } from "../../../shared/resources/presenters.ts";
import { auditActions } from "../../../shared/vocabulary/actions.ts";
import { actorTypes } from "../../../shared/vocabulary/actor.ts";

const DEFAULT_DAYS = 30;

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const isActor = (value: string) =>
  parseUuid(value) !== undefined || actorTypes.some((type) => type === value);

const actor = z.pipe(
  z.string().check(
    rule("options", `Actor must be a key's UUID, or one of ${actorTypes.join(", ")}`, isActor, {
      keywords: { pattern: `^(?:${UUID}|${actorTypes.join("|")})$` },
    }),
  ),
  z.transform((value: string) => value.toLowerCase()),
);

const query = z.object({
  actor: optional(
    actor,
    "Only what this key did, by its uuid; `key`, `operator` or `service`: only what such did.",
    "operator",
  ),
  action: optional(
    oneOf("Action", auditActions),
    "Only entries with this action.",
    "website.deleted",
  ),
  record: optional(uuidParameter("record"), "Only changes of this record."),
  since: optional(
    timestampParameter("Since"),
    "Only entries of this time or later; without it, those of the last 30 days.",
    "2026-11-20T09:30:00+00:00",
  ),
  ...cursorQuery,
});

/** Lists a page of who changed what, newest first. */
export const listAuditLog = endpoint({
  route: "GET /v1/account/audit-log",
  id: "listAuditLog",
  summary: "List who changed what",
  details:
    "Newest first. Every change of your records by a key, by us or by the service itself, within seconds. What checks measure is no change. Entries are kept for 400 days, also of what was deleted, and nobody can change them. A page with `actor`, `action` or `record` may have fewer entries than `per_page`, or none, before the last one.",
  response: () => cursorPageOf(auditLogEntrySchema),
  isStrict: true,
  query,
  async answer({ reseller_uuid, query, event }) {
    const now = Date.now();
    const { since = new Date(now - DEFAULT_DAYS * DAY_MS) } = query;
    // Clocks differ a little.
    const until = new Date(now + DAY_MS);
    const { actor, action, record, cursor, per_page: limit } = query;
    const page = { actor, action, record, since, until, cursor, limit };
    const { records, next } = await readEntries(reseller_uuid, page);
    return continued(event, query, { records: records.map(presentAuditLogEntry), next });
  },
});
