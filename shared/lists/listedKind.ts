import type { RecordTable } from "../errors.ts";
import type { AnyEntity } from "../table/transact.ts";

/** The key of a record that a reseller owns. */
export interface OwnedKey {
  reseller_uuid: string;
  uuid: string;
}

/** What each record with a place in a list has; `shared/table/entity.ts` has its attributes. */
export interface ListedRecord extends OwnedKey {
  sequence: number;
  /** Its place in the list of all records of its kind, where there is one. */
  account_sequence?: number | undefined;
  revision: number;
  created_at: string;
  updated_at?: string | undefined;
}

/** A list with page numbers: whose it is, and its name. */
export interface List {
  reseller_uuid: string;
  list: string;
}

/**
 * A kind of record that is listed with page numbers, as `shared/lists/websites.ts` declares it for
 * websites. All writes of such records go through `createListed`, `changeListed` and `removeListed`.
 * A `Place` is what says which list a record is in: `{reseller_uuid, business_uuid}` for a website.
 */
export interface ListedKind<Listed extends Place & ListedRecord, Place> {
  entity: AnyEntity;
  get(key: OwnedKey): Promise<{ data: Listed | null }>;
  /** The kind's name in the 404 of a record that does not exist. */
  table: RecordTable;
  list(place: Place): List;
  /** The lists of what belongs to a record: nothing is added to them once it is gone. */
  owns?(record: OwnedKey): List[];
  /** The attribute that operators find a record by. */
  foundBy: "hostname" | "email" | "name";
  /** The group that a record is in while this is so of it, where there is one: `down`. */
  group?(record: Listed): string | undefined;
  /** The list of all records of this kind that a reseller has, where there is one. */
  account?: AccountList<Listed>;
  /** The record that the list belongs to, and its attribute that counts the list's sequence numbers. */
  parent: { entity: AnyEntity; key(place: Place): object; counter: string };
}

/** A kind that has a list of all records that a reseller has of it. */
export type AccountKind<Listed extends Place & ListedRecord, Place> = ListedKind<Listed, Place> & {
  account: AccountList<Listed>;
};

/** The list of all records of a kind that a reseller has, whatever they belong to. */
export interface AccountList<Listed> {
  name: "websites" | "businesses";
  /** The reseller's attribute that counts the list's sequence numbers. */
  counter: "account_website_sequence" | "account_business_sequence";
  /** The lists of those of them that something is true of, by name. */
  parts: Readonly<Record<string, (record: Listed) => boolean>>;
}

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
