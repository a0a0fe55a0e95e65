import { Business, type BusinessRecord } from "../entities/business.ts";
import { User } from "../entities/user.ts";
import { businessesOf, competitorsOf, type ListedKind, websitesOf } from "./listedKind.ts";

/** The businesses of a user. */
export const businesses: ListedKind<BusinessRecord> = {
  entity: Business,
  get: (key) => Business.get(key).go({ consistent: true }),
  table: "businesses",
  list: businessesOf,
  owns: ({ reseller_uuid, uuid: business_uuid }) => {
    const place = { reseller_uuid, business_uuid };
    return [
      { name: "website", place, list: websitesOf(place), counter: "website_sequence" },
      { name: "competitor", place, list: competitorsOf(place), counter: "competitor_sequence" },
    ];
  },
  countedAs: () => "businesses",
  parent: {
    entity: User,
    key: ({ reseller_uuid, user_uuid = "" }) => ({ reseller_uuid, uuid: user_uuid }),
    counter: "business_sequence",
  },
};

/** Adds the attributes of a business that has no websites and competitors yet. */
export function newBusiness<Given>(attributes: Given) {
  return { ...attributes, website_sequence: 0, competitor_sequence: 0 };
}
