import type { BusinessRecord } from "../entities/business.ts";
import type { Slice } from "./bitmap.ts";
import { businesses } from "./businesses.ts";
import { businessesOf } from "./listedKind.ts";
import { readAccountPage } from "./readAccount.ts";
import { type Page, readPage } from "./readPage.ts";
import { searchByName } from "./searchAccount.ts";

/** What a page of businesses is asked for by: their user, and the beginning of their name. */
interface Asked {
  reseller_uuid: string;
  user_uuid?: string | undefined;
  name?: string | undefined;
}

/** Reads a page of a reseller's businesses, or of a user's, oldest first. */
export async function readBusinesses(
  { reseller_uuid, user_uuid, name }: Asked,
  slice: Slice,
): Promise<Page<BusinessRecord>> {
  const user = user_uuid === undefined ? undefined : { reseller_uuid, user_uuid };
  const list = user && businessesOf(user).list;
  const isInList = (each: string) => (list ? each === list : each.endsWith("#businesses"));
  const matches = name ? await searchByName(reseller_uuid, name, isInList) : undefined;
  if (user && !matches) return await readPage(businesses, user, slice);
  return await readAccountPage(businesses, reseller_uuid, { wanted: { matches }, slice });
}
