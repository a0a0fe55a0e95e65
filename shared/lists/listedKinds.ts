import type { RestorableKind } from "../entities/deleted.ts";
import { businesses } from "./businesses.ts";
import { competitors } from "./competitors.ts";
import type { ListedKind, ListedRecord, Place } from "./listedKind.ts";
import { users } from "./users.ts";
import { websites } from "./websites.ts";

/** A record of any listed kind. */
export type AnyListed = ListedRecord & Place & Record<string, unknown>;
type AnyKind = ListedKind<AnyListed>;

const kinds: Record<Exclude<RestorableKind, "webhook">, unknown> = {
  user: users,
  business: businesses,
  website: websites,
  competitor: competitors,
};

export type ListedName = keyof typeof kinds;

/** The listed kinds by the names of their entities. */
export const listedKinds = kinds as Record<ListedName, AnyKind>;

export function isListed(name: string): name is ListedName {
  return Object.hasOwn(kinds, name);
}

/** A list that belongs to a record: the kind of what is in it, and its place. */
export interface OwnList {
  name: ListedName;
  place: Place;
}

/** The lists that belong to a record of a kind. */
export function listsOf(
  owner: string,
  { reseller_uuid, uuid }: { reseller_uuid: string; uuid: string },
): OwnList[] {
  if (owner === "user") return [{ name: "business", place: { reseller_uuid, user_uuid: uuid } }];
  if (owner !== "business") return [];
  const place = { reseller_uuid, business_uuid: uuid };
  return [
    { name: "website", place },
    { name: "competitor", place },
  ];
}
