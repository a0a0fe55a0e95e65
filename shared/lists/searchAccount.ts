import { ValidationFailed } from "../errors.ts";
import { queryIndex } from "../table/queryIndex.ts";
import { foldName, isAtHost, SEARCH_SHARDS, searchPartition } from "../table/searchKeys.ts";

/** The end of an index key: a record's uuid. */
const PLACE = /#([\da-f-]{36})$/;

/** A folded text that a record's text must begin with, as a host if `isHost`, and the query parameter it comes from. */
interface Sought {
  text: string;
  isHost?: boolean;
  field: string;
  most?: number | undefined;
}

/** How many records a search may find: about 100 read units. */
const MOST_FOUND = 5000;

/**
 * Finds the uuids of a reseller's records by their folded text, in the lists that `isInList` accepts. Only the index is
 * read, so a change of the last second may be missing. Throws ValidationFailed if too many records are
 * found.
 */
export async function searchAccount(
  reseller_uuid: string,
  { text, isHost = false, field, most = MOST_FOUND }: Sought,
  isInList: (list: string) => boolean,
): Promise<string[]> {
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
    // `TEXT#UUID`: the text itself may contain `#`.
    const end = PLACE.exec(place);
    const found = place.slice(0, end?.index);
    if (!end || !found.startsWith(text) || (isHost && !isAtHost(found, text))) return [];
    const [, uuid = ""] = end;
    return isInList(pk.slice(start.length)) ? [uuid] : [];
  });
}

/** Like `searchAccount`, by the beginning of a name; undefined when the folded name is empty. */
export async function searchByName(
  reseller_uuid: string,
  name: string,
  isInList: (list: string) => boolean,
): Promise<string[] | undefined> {
  const text = foldName(name);
  if (text === "") return undefined;
  return await searchAccount(reseller_uuid, { text, field: "name" }, isInList);
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
