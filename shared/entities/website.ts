import { Entity, type EntityItem } from "electrodb";
import {
  accountSequence,
  flag,
  key,
  listed,
  optionalText,
  searchable,
  tableConfiguration,
  text,
} from "../table/entity.ts";

export const Website = new Entity(
  {
    model: { service: "monitoring", entity: "website", version: "1" },
    attributes: {
      ...listed,
      ...searchable,
      account_sequence: accountSequence,
      business_uuid: text,
      hostname: text,
      is_hostname_up: flag,
      /** While it is down: since when, and what the check came to. */
      down_since: optionalText,
      down_cause: optionalText,
      /** Since when probes fail now and then, without a downtime. */
      unstable_since: optionalText,
      created_at: text,
      updated_at: text,
    },
    indexes: {
      byUuid: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${uuid}", ["reseller_uuid", "uuid"]),
        sk: key("sk", "website", []),
      },
      ofAnyReseller: {
        index: "gsi1",
        pk: key("gsi1pk", "website#${uuid}", ["uuid"]),
        sk: key("gsi1sk", "website", []),
      },
    },
  },
  tableConfiguration,
);

export type WebsiteRecord = EntityItem<typeof Website>;
