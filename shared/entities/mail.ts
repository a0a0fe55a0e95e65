import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/**
 * `waiting` and `off` (the deployment sends no mail) have not been sent, `sending` may have been,
 * `refused` was not taken by SES and is tried again; the others are final. `discarded`: of a sandbox.
 */
export const mailStatuses = [
  "waiting",
  "off",
  "sending",
  "refused",
  "sent",
  "suppressed",
  "discarded",
  "bounced",
  "complained",
] as const;

/** A mail that is sent once, about a user or a webhook, and what came of it. */
export const Mail = new Entity(
  {
    model: { service: "monitoring", entity: "mail", version: "1" },
    attributes: {
      reseller_uuid: text,
      about: { type: ["user", "webhook"] as const, required: true },
      /** Of the user or webhook. */
      uuid: text,
      /** Why it is sent: `onboarding`, or `disabled-` and the epoch seconds of a webhook's `disabled_at`. */
      occasion: text,
      status: { type: mailStatuses, required: true },
      /** While it is `sending`: until then nobody else sends it. */
      claimed_until: optionalText,
      sent_at: optionalText,
      /** SES's name of the message. */
      message_id: optionalText,
      /** Why it was discarded, why SES did not take it, or what it said of a bounce or complaint. */
      reason: optionalText,
      /** Seconds since 1970; of a user's mails none, as those are sent once for good. */
      expires_epoch: { type: "number" },
    },
    indexes: {
      ofRecord: {
        pk: key("pk", "reseller#${reseller_uuid}#${about}#${uuid}", [
          "reseller_uuid",
          "about",
          "uuid",
        ]),
        sk: key("sk", "mail#${occasion}", ["occasion"]),
      },
    },
  },
  tableConfiguration,
);

export type MailRecord = EntityItem<typeof Mail>;
export type MailKey = Pick<MailRecord, "reseller_uuid" | "about" | "uuid" | "occasion">;
