import { ValidationFailed } from "../errors.ts";
import { queryIndex } from "../table/queryIndex.ts";
import {
  foldName,
  isAtHost,
  paddedNumber,
  SEARCH_SHARDS,
  searchPartition,
} from "../table/searchKeys.ts";
import { groupShard } from "./entries.ts";
import type { AccountPlace, CursorSlice } from "./readAccount.ts";

/** The end of an index key: a record's number and uuid. */
const PLACE = /#(\d{10})#([\da-f-]{36})$/;

/** A folded text that a record's text must begin with, as a host if `isHost`, and the query parameter it comes from. */
interface Sought {
  text: string;
  isHost?: boolean;
  field: string;
  most?: number;
}

/** How many records a search may find: about 100 read units. */
const MOST_FOUND = 5000;

/**
 * Finds a reseller's records by their folded text, in the lists that `isInList` accepts. Only the index is
 * read, so a change of the last second may be missing. Throws ValidationFailed if too many records are
 * found.
 */
export async function searchAccount(
  reseller_uuid: string,
  { text, isHost = false, field, most = MOST_FOUND }: Sought,
  isInList: (list: string) => boolean,
): Promise<AccountPlace[]> {
  let count = 0;
  const countUp = (more: number) => {
    count += more;
    if (count <= most) return;
    const max = `More than ${most} records are found by this ${field}`;
    throw new ValidationFailed({ [field]: { max } });
  };
  const entries = await Promise.all(
    SEARCH_SHARDS.map((shard) =>
      queryShard(searchPartition({ reseller_uuid }, shard), { prefix: text, countUp }),
    ),
  );
  const start = `reseller#${reseller_uuid}#`;
  return entries.flat().flatMap(({ pk, place }) => {
    // `TEXT#NUMBER#UUID`: the text itself may contain `#`.
    const end = PLACE.exec(place);
    const found = place.slice(0, end?.index);
    if (!end || !found.startsWith(text) || (isHost && !isAtHost(found, text))) return [];
    const [, number, uuid = ""] = end;
    return isInList(pk.slice(start.length)) ? [{ number: Number(number), uuid }] : [];
  });
}

/** Like `searchAccount`, by the beginning of a name; undefined when the folded name is empty. */
export async function searchByName(
  reseller_uuid: string,
  name: string,
  isInList: (list: string) => boolean,
): Promise<AccountPlace[] | undefined> {
  const text = foldName(name);
  if (text === "") return undefined;
  return await searchAccount(reseller_uuid, { text, field: "name" }, isInList);
}

/**
 * Finds a reseller's records of a group, such as `down`, from a number on: more than `limit` if there are. Only
 * the index is read.
 */
export async function findInGroup(
  reseller_uuid: string,
  group: string,
  { from, limit }: CursorSlice,
): Promise<AccountPlace[]> {
  const between = [`${reseller_uuid}#${paddedNumber(from)}`, `${reseller_uuid}#~`] as const;
  const found = await Promise.all(
    SEARCH_SHARDS.map(async (shard) => {
      const stretch = { index: "gsi1", partition: groupShard(group, shard), between } as const;
      const { value } = await queryIndex(stretch, { Limit: limit + 1 }).next();
      const items: Record<string, unknown>[] = value?.Items ?? [];
      return items.map((item) => String(item["gsi1sk"]));
    }),
  );
  return found.flat().flatMap((place) => {
    const [, number, uuid = ""] = PLACE.exec(place) ?? [];
    return number === undefined ? [] : [{ number: Number(number), uuid }];
  });
}

async function queryShard(
  partition: string,
  { prefix, countUp }: { prefix: string; countUp(more: number): void },
) {
  const places: { pk: string; place: string }[] = [];
  for await (const { Items = [] } of queryIndex({ index: "gsi2", partition, prefix })) {
    countUp(Items.length);
    for (const item of Items) places.push({ pk: item["pk"], place: item["gsi2sk"] });
  }
  return places;
}
