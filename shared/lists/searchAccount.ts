import { ValidationFailed } from "../errors.ts";
import { queryIndex } from "../table/queryIndex.ts";
import { foldName, SEARCH_SHARDS, searchPartition } from "../table/searchKeys.ts";

/** The uuids of records that a text has found, by their numbers in the list of all. */
export type Matches = ReadonlyMap<number, string>;

/** A folded text: the beginning of those that are looked for, or all of it, and the parameter it is of. */
interface Sought {
  text: string;
  isWhole?: boolean;
  field: string;
  most?: number;
}

/** So many records are found at most, in about 100 read units, whatever a reseller has. */
const MOST_FOUND = 5000;

/**
 * The records of a reseller whose folded text is so, or begins so, of the lists with these names: by
 * the keys of the index alone, so that what was written within the last second may be missing, or be
 * found by what it was. Throws ValidationFailed where it finds too many.
 */
export async function searchAccount(
  reseller_uuid: string,
  { text, isWhole = false, field, most = MOST_FOUND }: Sought,
  isInList: (list: string) => boolean,
): Promise<Matches> {
  const prefix = isWhole ? `${text}#` : text;
  let count = 0;
  const countUp = (more: number) => {
    count += more;
    if (count <= most) return;
    const max = `More than ${most} records are found by this ${field}`;
    throw new ValidationFailed({ [field]: { max } });
  };
  const found = await Promise.all(
    SEARCH_SHARDS.map((shard) =>
      queryShard(searchPartition({ reseller_uuid }, shard), { prefix, countUp }),
    ),
  );
  const start = `reseller#${reseller_uuid}#`;
  return new Map(
    found.flat().flatMap(({ pk, place }) => {
      // `TEXT#NUMBER#UUID`: the text may have such marks itself, and so may what is sought.
      const end = /#(\d{10})#([\da-f-]{36})$/.exec(place);
      if (!end || (isWhole ? end.index !== text.length : end.index < text.length)) return [];
      const [, number, uuid = ""] = end;
      return isInList(pk.slice(start.length)) ? [[Number(number), uuid] as const] : [];
    }),
  );
}

/** As `searchAccount`, by the beginning of a name as it is compared; undefined where nothing is left of it. */
export async function searchByName(
  reseller_uuid: string,
  name: string,
  isInList: (list: string) => boolean,
): Promise<Matches | undefined> {
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
