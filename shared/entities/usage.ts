import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

const optionalNumber = { type: "number" } as const;

/**
 * What a reseller used in a month, under one name: websites of a plan, mails, a webhook's deliveries, API calls,
 * or stored bytes. It is outside the keys of resellers, because it is billed after a reseller has left.
 */
export const UsageMonth = new Entity(
  {
    model: { service: "monitoring", entity: "usageMonth", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** `2026-11`, UTC. */
      month: text,
      /**
       * `mails#` and the day, `deliveries#` and the uuid of the webhook, `calls#` and the counter, `bytes`, or `plan#` with the
       * plan's uuid and the minutes between checks and between audits, 0 for none.
       */
      name: text,
      /** By how many websites the plan's grew in the month, and each times the seconds that were left of the month. */
      net: optionalNumber,
      seconds: optionalNumber,
      /** How many mails, deliveries or calls a counter had before the first of the month, and by its last; bytes when they were last counted. */
      before: optionalNumber,
      until: optionalNumber,
      /** By how much the websites or bytes were corrected, when and by what; the figures include it. */
      corrections: {
        type: "list",
        items: {
          type: "map",
          properties: { at: text, change: { type: "number", required: true }, by: text },
        },
      },
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "usage#${reseller_uuid}", ["reseller_uuid"]),
        sk: key("sk", "${month}#${name}", ["month", "name"]),
      },
    },
  },
  tableConfiguration,
);

export type UsageMonthRecord = EntityItem<typeof UsageMonth>;

/** The websites of a business that the months of its reseller count, and the name under which they do. */
export const UsageBusiness = new Entity(
  {
    model: { service: "monitoring", entity: "usageBusiness", version: "1" },
    attributes: {
      reseller_uuid: text,
      uuid: text,
      /** Absent while no website counts. */
      counts_as: optionalText,
      websites: { type: "number", required: true },
      version: { type: "number", required: true },
    },
    indexes: {
      byUuid: {
        pk: key("pk", "usage#${reseller_uuid}#business#${uuid}", ["reseller_uuid", "uuid"]),
        sk: key("sk", "websites", []),
      },
    },
  },
  tableConfiguration,
);

export type UsageBusinessRecord = EntityItem<typeof UsageBusiness>;
