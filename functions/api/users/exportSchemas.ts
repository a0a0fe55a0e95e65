/** @file The export of a user as the client sees it; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { described, field, named, nullable } from "../../../shared/fields/described.ts";
import { auditLogEntrySchema } from "../../../shared/resources/auditLogSchemas.ts";
import {
  addressSchema,
  businessSchema,
  CREATED_AT,
  competitorSchema,
  idOf,
  knownWordsSchema,
  time,
  userSchema,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";

const mailSchema = named(
  "UserMail",
  z.strictObject({
    occasion: field.string("Why the e-mail was sent.", "onboarding"),
    status: field.string("What became of it, such as `sent` or `not_sent`.", "sent"),
    sent_at: nullable(time, "When it was sent; `null` if it was not.", CREATED_AT),
    reason: nullable(z.string(), "Why it was not sent, or not delivered.", null),
  }),
);

/** A page of the export. */
export const userExportSchema = named(
  "UserExport",
  z.strictObject({
    user: described(userSchema, "The user."),
    businesses: listOf(businessSchema, "The user's businesses on this page."),
    websites: listOf(websiteSchema, "Their websites on this page."),
    competitors: listOf(competitorSchema, "Their competitors on this page."),
    addresses: listOf(
      z.strictObject({ business_uuid: idOf("business"), ...addressSchema.def.shape }),
      "The addresses of the businesses on this page.",
    ),
    known_words: listOf(
      z.strictObject({ business_uuid: idOf("business"), ...knownWordsSchema.def.shape }),
      "The known words of the businesses on this page.",
    ),
    mails: listOf(mailSchema, "The e-mails to the user; on the first page only."),
    audit_log: listOf(auditLogEntrySchema, "What the audit log has of them, oldest first."),
  }),
);

const next_page_url = nullable(z.string(), "The next page; `null` on the last one.", null);

/** A page of the export, and where the next one is. */
export const userExportPageSchema = z.strictObject({
  data: described(userExportSchema, "The answer to the request."),
  meta: described(z.strictObject({ next_page_url }), "Where the export continues."),
});

function listOf<Schema extends z.ZodMiniType>(schema: Schema, text: string) {
  return described(z.array(schema), text);
}
