import type { List } from "./listedKind.ts";

/** The list of a reseller's users. */
export function usersOf({ reseller_uuid }: { reseller_uuid: string }): List {
  return { reseller_uuid, list: "users" };
}

/** The list of a user's businesses. */
export function businessesOf(user: { reseller_uuid: string; user_uuid: string }): List {
  return { reseller_uuid: user.reseller_uuid, list: `user#${user.user_uuid}#businesses` };
}

/** The list of a business's websites. */
export function websitesOf(business: { reseller_uuid: string; business_uuid: string }): List {
  const { reseller_uuid, business_uuid } = business;
  return { reseller_uuid, list: `business#${business_uuid}#websites` };
}

/** The list of a business's competitors. */
export function competitorsOf(business: { reseller_uuid: string; business_uuid: string }): List {
  const { reseller_uuid, business_uuid } = business;
  return { reseller_uuid, list: `business#${business_uuid}#competitors` };
}
