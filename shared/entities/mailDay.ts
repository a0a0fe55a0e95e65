import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

const count = { type: "number" } as const;

/** The mails of a reseller on a day. */
export const MailDay = new Entity(
  {
    model: { service: "monitoring", entity: "mailDay", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** In UTC, `2026-01-31`. */
      day: text,
      /** Those that count against the limit of a day, and reports, which do not. */
      sent: count,
      reports: count,
      /** Those that were not sent because of the limit, or because the reseller was closed. */
      not_sent: count,
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#mails", ["reseller_uuid"]),
        sk: key("sk", "day#${day}", ["day"]),
      },
    },
  },
  tableConfiguration,
);
