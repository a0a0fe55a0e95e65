import { Entity, type EntityItem } from "electrodb";
import { tableConfiguration } from "../table.ts";
import { flag, text } from "./attributes.ts";
import { key } from "./key.ts";

/** The feature switches of a plan (section 2.7 of the specification), in its order. */
export const planFeatures = [
  "mobile_speed",
  "broken_links",
  "headings",
  "spelling",
  "mobile",
  "sitemap",
  "domain_age",
  "ssl",
  "downtime",
  "backlinks",
  "blog",
  "target_keywords",
  "keyword_opportunities",
  "listings",
  "reviews",
] as const;

/** A plan of a reseller. Whether it is the default one is said by the reseller, not here. */
export const Plan = new Entity(
  {
    model: { service: "monitoring", entity: "plan", version: "1" },
    attributes: {
      reseller_uuid: text,
      uuid: text,
      name: text,
      mobile_speed: flag,
      broken_links: flag,
      headings: flag,
      spelling: flag,
      mobile: flag,
      sitemap: flag,
      domain_age: flag,
      ssl: flag,
      downtime: flag,
      backlinks: flag,
      blog: flag,
      target_keywords: flag,
      keyword_opportunities: flag,
      listings: flag,
      reviews: flag,
      created_at: text,
      updated_at: text,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#plans", ["reseller_uuid"]),
        sk: key("sk", "${uuid}", ["uuid"]),
      },
      ofAnyReseller: {
        index: "gsi1",
        pk: key("gsi1pk", "plan#${uuid}", ["uuid"]),
        sk: key("gsi1sk", "plan", []),
      },
    },
  },
  tableConfiguration,
);

export type PlanRecord = EntityItem<typeof Plan>;
export type PlanFeature = (typeof planFeatures)[number];
