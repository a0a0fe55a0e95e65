/** @file The entries of the audit log; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, field, named, nullable } from "../fields/described.ts";
import { auditActions, auditedTypes } from "../vocabulary/actions.ts";
import { actorTypes } from "../vocabulary/actor.ts";
import { exampleIds, time, UPDATED_AT, uuid } from "./schemas.ts";

const KEY = "4f1c2d3e-5b6a-8c7d-8e9f-0a1b2c3d4e5f";

const actorSchema = z.strictObject({
  type: described(
    z.enum(actorTypes),
    "`key`: a request with one of your keys. `operator`: one of our people. `service`: the service itself.",
    "key",
  ),
  uuid: nullable(uuid, "The key; `null` for others.", KEY),
  name: nullable(z.string(), "The name of the key at that time.", "Dashboard"),
});

const recordSchema = z.strictObject({
  type: described(z.enum(auditedTypes), "What it is.", "website"),
  uuid: described(uuid, "Identifies it.", exampleIds.website),
});

const fields = z.nullable(z.record(z.string(), z.unknown()));

/** Who changed what, in the reseller's audit log. */
export const auditLogEntrySchema = named(
  "AuditLogEntry",
  z.strictObject({
    uuid: described(uuid, "Identifies the entry.", "a3b8f0c2-61d4-5e97-8f1a-2c9d4b7e6053"),
    created_at: described(time, "When the change was made.", UPDATED_AT),
    action: described(
      z.enum(auditActions),
      "What was done, by the name of its event.",
      "website.updated",
    ),
    actor: described(actorSchema, "Who did it."),
    ip: nullable(z.string(), "The address of the request.", "203.0.113.7"),
    user_agent: nullable(z.string(), "The program that sent it.", "acme-sync/2.1"),
    request_id: nullable(
      z.string(),
      "The request, as its answer named it in `x-request-id`.",
      "Zb3xYhQGDoEEJ5g=",
    ),
    record: described(recordSchema, "The record that was changed."),
    cause: nullable(
      recordSchema,
      "The record with which the service deleted this one; `null` for other changes.",
      null,
    ),
    changed_fields: field.strings(
      "The names of the fields that changed; of a new or deleted record, those that are filled.",
      ["hostname"],
    ),
    before: described(
      fields,
      "The changed fields before the change, long values cut; `null` for a new record, and for users and what belongs to them: the log keeps no personal values.",
      null,
    ),
    after: described(
      fields,
      "The changed fields after the change, long values cut; `null` for a deleted record, and for users and what belongs to them.",
      null,
    ),
  }),
);
