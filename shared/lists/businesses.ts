import { Business, type BusinessRecord } from "../entities/business.ts";
import { User } from "../entities/user.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import { businessesOf, competitorsOf, type ListedKind, websitesOf } from "./listedKind.ts";

/** The businesses of a user. */
export const businesses: ListedKind<BusinessRecord> = {
  entity: Business,
  get: (key) => Business.get(key).go({ consistent: true }),
  table: "businesses",
  list: businessesOf,
  owns: ({ reseller_uuid, uuid: business_uuid }) => [
    { list: websitesOf({ reseller_uuid, business_uuid }), counter: "website_sequence" },
    { list: competitorsOf({ reseller_uuid, business_uuid }), counter: "competitor_sequence" },
  ],
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

/** The user of each business by its uuid: a business never changes its user. */
const knownUsers = new Map<string, string>();
const MOST_KNOWN = 10_000;

/** The users of these businesses, by business uuid, in one request for those not known; a deleted business has none. */
export async function findUsersOf(
  reseller_uuid: string,
  businesses: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const keyOf = (uuid: string) => `${reseller_uuid}#${uuid}`;
  const wanted = [...new Set(businesses)];
  const users = new Map<string, string>();
  for (const uuid of wanted) {
    const user = knownUsers.get(keyOf(uuid));
    if (user !== undefined) users.set(uuid, user);
  }
  const missing = wanted.filter((uuid) => !users.has(uuid));
  const records = await batchGet(
    ...missing.map((uuid) => lookup<BusinessRecord>(Business, { reseller_uuid, uuid })),
  );
  if (knownUsers.size > MOST_KNOWN) knownUsers.clear();
  for (const business of records) {
    if (!business) continue;
    users.set(business.uuid, business.user_uuid);
    knownUsers.set(keyOf(business.uuid), business.user_uuid);
  }
  return users;
}
