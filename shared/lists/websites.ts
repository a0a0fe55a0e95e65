import { Business } from "../entities/business.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import type { ListedKind } from "./listedKind.ts";

type Place = Pick<WebsiteRecord, "reseller_uuid" | "business_uuid">;

/** The websites of a business. */
export const websites: ListedKind<WebsiteRecord, Place> = {
  entity: Website,
  get: (key) => Website.get(key).go({ consistent: true }),
  table: "websites",
  list: ({ reseller_uuid, business_uuid }) => ({
    reseller_uuid,
    list: `business#${business_uuid}#websites`,
  }),
  foundBy: "hostname",
  group: ({ is_hostname_up }) => (is_hostname_up ? undefined : "down"),
  parent: {
    entity: Business,
    key: ({ reseller_uuid, business_uuid }) => ({ reseller_uuid, uuid: business_uuid }),
    counter: "website_sequence",
  },
};

/** The attributes of a website that no check has probed yet. */
export function newWebsite<Given>(given: Given) {
  return { ...given, is_hostname_up: true };
}
