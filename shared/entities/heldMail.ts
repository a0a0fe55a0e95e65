import { Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** A mail that waits for its reseller's allowance. A reseller's held mails are in order of `uuid`. */
export const HeldMail = new Entity(
  {
    model: { service: "monitoring", entity: "heldMail", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The user's or webhook's uuid, which begins with the time of its creation. */
      uuid: text,
      about: { type: ["user", "webhook"] as const, required: true },
      occasion: text,
    },
    indexes: {
      inOrder: {
        pk: key("pk", "reseller#${reseller_uuid}#mails", ["reseller_uuid"]),
        sk: key("sk", "held#${uuid}#${occasion}", ["uuid", "occasion"]),
      },
    },
  },
  tableConfiguration,
);

export type HeldMailRecord = EntityItem<typeof HeldMail>;
