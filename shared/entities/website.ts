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
      /** The user of the business; absent from older records. */
      user_uuid: optionalText,
      hostname: text,
      is_hostname_up: flag,
      /** Set until it is known whether the site at this host name is up. */
      awaits_probe: { type: "boolean" },
      /** Since when it is not probed: its user is suspended, or its plan has no uptime checks. */
      paused_since: optionalText,
      /** While it is down: since when, and what the check came to. */
      down_since: optionalText,
      down_cause: optionalText,
      /** While it is not down: when the last downtime ended. */
      down_until: optionalText,
      /** Since when probes fail now and then, without a downtime. */
      unstable_since: optionalText,
      /** When somebody last asked for a check at once. */
      check_asked_at: optionalText,
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
