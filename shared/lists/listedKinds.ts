import type { OwnedKey } from "../platform/table/entity.ts";
import { businesses } from "./businesses.ts";
import { competitors } from "./competitors.ts";
import type { ListedKind, ListedName, ListedRecord, OwnList, Place } from "./listedKind.ts";
import { users } from "./users.ts";
import { websites } from "./websites.ts";

export type { ListedName, OwnList };

/** A record of any listed kind. */
export type AnyListed = ListedRecord & Place & Record<string, unknown>;
type AnyKind = ListedKind<AnyListed>;

const kinds: Record<ListedName, unknown> = {
  user: users,
  business: businesses,
  website: websites,
  competitor: competitors,
};

/** The listed kinds by the names of their entities. */
export const listedKinds = kinds as Record<ListedName, AnyKind>;

export function isListed(name: string): name is ListedName {
  return Object.hasOwn(kinds, name);
}

/** The lists that belong to a record of a kind. */
export function listsOf(owner: string, record: OwnedKey): OwnList[] {
  return (isListed(owner) && listedKinds[owner].owns?.(record)) || [];
}
