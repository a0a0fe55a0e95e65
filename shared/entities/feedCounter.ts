import { Entity } from "electrodb";
import { key, nextSequence, tableConfiguration, text } from "../table/entity.ts";

/** Counts the feed items ever written of a website: the next one's place in the feed. */
export const FeedCounter = new Entity(
  {
    model: { service: "monitoring", entity: "feedCounter", version: "1" },
    attributes: {
      reseller_uuid: text,
      website_uuid: text,
      next_sequence: nextSequence,
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${website_uuid}#feed", [
          "reseller_uuid",
          "website_uuid",
        ]),
        sk: key("sk", "counter", []),
      },
    },
  },
  tableConfiguration,
);
