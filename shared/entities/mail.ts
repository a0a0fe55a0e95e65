import type { EntityItem } from "electrodb";
import { entity, index, optionalText, primary, text } from "../platform/table/entity.ts";

/**
 * A mail that is `waiting` or `off` (the deployment sends no mail) was not sent; one that is `sending` may
 * have been; SES did not take a `refused` one, which is tried again. The others are final: a mail beyond its
 * reseller's limit of the day is `not_sent`, and a sandbox's mail is `discarded`.
 */
const mailStatuses = [
  "waiting",
  "off",
  "sending",
  "refused",
  "sent",
  "not_sent",
  "discarded",
] as const;

/** Longer than the mailer may run: what has been `sending` for this long is sent by nobody any more. */
export const SENDING_MS = 65_000;

/** A mail about a user or a webhook, or to an address of alerts, which is sent once, and its outcome. */
export const Mail = entity(
  "mail",
  {
    reseller_uuid: text,
    about: { type: ["user", "webhook", "address"] as const, required: true },
    /** The user's, webhook's or address's uuid. */
    uuid: text,
    /** Why it is sent: `onboarding`, or `disabled-` and the day of a webhook's `disabled_at`, `alert-` and its `due_at` … */
    occasion: text,
    status: { type: mailStatuses, required: true },
    /** When it was passed to SES. */
    sent_at: optionalText,
    /** Only of a mail that was `not_sent`: its reseller's uuid, and when. */
    not_sent_by: optionalText,
    not_sent_at: optionalText,
    /** SES's id of the message. */
    message_id: optionalText,
    /** Why it was not sent, discarded or refused. */
    reason: optionalText,
    /** Seconds since 1970; missing for a user's mail, which is never sent again. */
    expires_epoch: { type: "number" },
  },
  {
    ofRecord: primary("reseller#${reseller_uuid}#${about}#${uuid}", "mail#${occasion}"),
    notSent: index("gsi1", "reseller#${not_sent_by}#notSent", "${not_sent_at}"),
  },
);

export type MailRecord = EntityItem<typeof Mail>;
export type MailKey = Pick<MailRecord, "reseller_uuid" | "about" | "uuid" | "occasion">;
