import { Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

export const Webhook = new Entity(
  {
    model: { service: "monitoring", entity: "webhook", version: "1" },
    attributes: {
      reseller_uuid: text,
      uuid: text,
      endpoint: text,
      created_at: text,
      updated_at: text,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#webhooks", ["reseller_uuid"]),
        sk: key("sk", "${uuid}", ["uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type WebhookRecord = EntityItem<typeof Webhook>;
