import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

const count = { type: "number" } as const;
const numbers = { type: "set", items: "number" } as const;

/** How many mails a reseller has sent today, which of its last ones came back, and how many wait. */
export const MailAllowance = new Entity(
  {
    model: { service: "monitoring", entity: "mailAllowance", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The UTC day of `sent_today`, `2026-01-31`. */
      day: optionalText,
      sent_today: count,
      /** The number of the last mail; each mail has its own. */
      number: count,
      /** The numbers of mails that bounced or that somebody complained about. Older ones are removed. */
      bounces: numbers,
      complaints: numbers,
      /** Since then no mail is sent, until an operator lifts that. */
      stopped_at: optionalText,
      stopped_for: { type: ["bounces", "complaints"] as const },
      /** The last mail before an operator lifted a stop: only later ones count. */
      lifted_number: count,
      /** How many mails wait (`heldMail.ts`), and when a worker sends them. */
      waiting: count,
      due_at: optionalText,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#mails", ["reseller_uuid"]),
        sk: key("sk", "allowance", []),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#mail#0", []),
        sk: key("gsi1sk", "${due_at}#${reseller_uuid}", ["due_at", "reseller_uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type MailAllowanceRecord = EntityItem<typeof MailAllowance>;
