import { groupShard } from "../../shared/lists/entries.ts";
import { batchGet } from "../../shared/table/batch.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { SEARCH_SHARDS, type SearchScope, searchPartition } from "../../shared/table/searchKeys.ts";
import { noteRead } from "./reads.ts";
import { type Found, type Kind, kindIn, type Records } from "./records.ts";

/** Appended to a prefix, this sorts after every text that begins with it. */
const LAST = "\u{10FFFF}";
/** Sorts before every uuid. */
const FIRST = "0";

/** An item's key in the table and its sort key in an index (`place`). */
interface Place {
  pk: string;
  sk: string;
  place: string;
}

interface Range {
  index: "gsi1" | "gsi2";
  partitions: string[];
  /** Prefix of the wanted places. */
  prefix: string;
  /** The wanted items come after this place. */
  after: string | undefined;
  limit: number;
}

/** A page of records, and the place after which the next page begins; undefined on the last page. */
interface FoundPage<K extends Kind = Kind> {
  records: Found<K>[];
  next: string | undefined;
}

/**
 * The records found by one of these texts (`searchTexts`), in order, of one reseller or all. May miss
 * what was written within the last second.
 */
export async function search(
  scope: SearchScope,
  texts: string[],
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<FoundPage> {
  const partitions = SEARCH_SHARDS.map((shard) => searchPartition(scope, shard));
  const found = await Promise.all(
    texts.map((prefix) => queryShards({ index: "gsi2", partitions, prefix, after, limit })),
  );
  return await readPage(found.flat(), limit);
}

/** The records of a group of `shared/lists`, such as `down`, of one reseller or all. */
export async function searchGroup<K extends Kind>(
  group: string,
  {
    reseller_uuid,
    after,
    limit,
  }: { reseller_uuid?: string | undefined; after?: string | undefined; limit: number },
): Promise<FoundPage<K>> {
  const partitions = SEARCH_SHARDS.map((shard) => groupShard(group, shard));
  const prefix = reseller_uuid === undefined ? "" : `${reseller_uuid}#`;
  const places = await queryShards({ index: "gsi1", partitions, prefix, after, limit });
  return (await readPage(places, limit)) as FoundPage<K>;
}

async function queryShards({ index, partitions, prefix, after, limit }: Range): Promise<Place[]> {
  const from = prefix || FIRST;
  const begin = after !== undefined && isBefore(from, after) ? after : from;
  const end = prefix + LAST;
  if (!isBefore(begin, end)) return [];
  const found = await Promise.all(
    partitions.map(async (partition) => {
      // One extra item shows that there is a next page; another may be `after` itself.
      const pages = queryIndex({ index, partition, between: [begin, end] }, { Limit: limit + 2 });
      const { value } = await pages.next();
      const items: Item[] = value?.Items ?? [];
      return items.map((item) => ({
        pk: String(item["pk"]),
        sk: String(item["sk"]),
        place: String(item[`${index}sk`]),
      }));
    }),
  );
  return found.flat().filter(({ place }) => place !== after);
}

async function readPage(places: Place[], limit: number): Promise<FoundPage> {
  const all = new Map(places.map((each) => [`${each.pk} ${each.sk}`, each]));
  const inOrder = [...all.values()].toSorted((a, b) => (isBefore(a.place, b.place) ? -1 : 1));
  const page = inOrder.slice(0, limit);
  const items = await batchGet(
    ...page.map(({ pk, sk }) => ({ key: { pk, sk }, parse: (item: Item) => item })),
  );
  return {
    // A record may have been removed meanwhile.
    records: items.flatMap((item) => {
      if (item === undefined) return [];
      const found = foundIn(item);
      noteRead(found.kind, found.record);
      return [found];
    }),
    next: inOrder.length > limit ? page.at(-1)?.place : undefined,
  };
}

type Item = Record<string, unknown>;

/** The record in an item: the item itself, or the copy that a list entry holds. */
function foundIn(item: Item): Found {
  const { __edb_e__: entity, list, reseller_uuid, record } = item;
  if (entity !== "listEntry") return { kind: entity, record: item } as unknown as Found;
  const kind = kindIn(String(list).split("#").at(-1));
  const copy = record as Records[Kind];
  return { kind, record: { ...copy, reseller_uuid } } as Found;
}

/** DynamoDB's order of keys: by their bytes in UTF-8. */
function isBefore(a: string, b: string): boolean {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
}
