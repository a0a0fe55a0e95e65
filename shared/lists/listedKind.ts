import type { Counted } from "../entities/accountCounts.ts";
import { Reseller } from "../entities/reseller.ts";
import type { RecordTable } from "../platform/errors.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import type { AnyEntity } from "../platform/table/transact.ts";

/** The attributes of every record in a list (`listed` in `shared/platform/table/entity.ts`). */
export interface ListedRecord extends OwnedKey {
  sequence: number;
  revision: number;
  created_at: string;
  updated_at?: string | undefined;
}

/** A list: its reseller and its name. */
export interface List {
  reseller_uuid: string;
  list: string;
}

/** Whose list it is: a reseller's, a user's or a business's. Each kind of record needs its own part of this. */
export interface Place {
  reseller_uuid: string;
  user_uuid?: string | undefined;
  business_uuid?: string | undefined;
}

/** The kinds of record that customers are made of, by the names of their entities. */
export type ListedName = "user" | "business" | "website" | "competitor";

/** A list that belongs to a record: the kind of what is in it, and its place. */
export interface OwnList {
  name: ListedName;
  place: Place;
}

/**
 * Describes a kind of record that is listed with page numbers; `shared/lists/websites.ts` is an example.
 * `createListed`, `changeListed` and `removeListed` do all writes of such records.
 */
export interface ListedKind<Listed extends ListedRecord> {
  entity: AnyEntity;
  get(key: OwnedKey): Promise<{ data: Listed | null }>;
  /** The name of the kind's records, also in the 404 of one that does not exist. */
  table: RecordTable;
  list(place: Place): List;
  /** The lists that belong to a record and are closed when it is removed, with the record's counter of each. */
  owns?(record: OwnedKey): (OwnList & { list: List; counter: keyof Listed & string })[];
  /** The attributes that follow from the others. */
  derive?(record: Listed): Partial<Listed>;
  /** As what the record is counted among its reseller's records (`account.ts`). */
  countedAs?(record: Listed): Counted;
  /** The record that the list belongs to, and its counter of the list's sequence numbers. */
  parent: {
    entity: AnyEntity;
    key(place: Place): Record<string, string>;
    counter: string;
    /** Attributes of the parent that never change, which a new record takes over. */
    passesOn?: readonly (keyof Listed & string)[];
  };
}

/**
 * Whether the user or business that a list belongs to exists. Without it, what is in the list is unreachable until the
 * clean-up removes it.
 */
export async function hasParent<Listed extends ListedRecord>(
  { parent: { entity, key } }: ListedKind<Listed>,
  place: Place,
): Promise<boolean> {
  if (entity === Reseller) return true;
  const { data } = await entity.get(key(place)).go({ consistent: true });
  return data !== null;
}

/** The list of a reseller's users. */
export function usersOf({ reseller_uuid }: { reseller_uuid: string }): List {
  return { reseller_uuid, list: "users" };
}

/** The list of a reseller's shares. */
export function sharesOf({ reseller_uuid }: { reseller_uuid: string }): List {
  return { reseller_uuid, list: "shares" };
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
