import { groupShard } from "../../shared/lists/entries.ts";
import { batchGet } from "../../shared/table/batch.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { SEARCH_SHARDS, type SearchScope, searchPartition } from "../../shared/table/searchKeys.ts";
import type { Found, Kind, Records } from "./records.ts";

/** Comes after every text that begins with the one it is put behind. */
const LAST = "\u{10FFFF}";
/** Comes before every uuid. */
const FIRST = "0";

/** What an index has of an item: where it is in the table, and its place in the index. */
interface Place {
  pk: string;
  sk: string;
  place: string;
}

interface Range {
  index: "gsi1" | "gsi2";
  partitions: string[];
  /** The beginning of each place. */
  prefix: string;
  /** A place: what comes after it is wanted. */
  after: string | undefined;
  limit: number;
}

/** A page of records, and the place after which the next one begins; undefined on the last one. */
export interface FoundPage<K extends Kind = Kind> {
  records: Found<K>[];
  next: string | undefined;
}

/**
 * The records that are found by one of these texts (`searchTexts`), in their order, of a reseller or
 * of all. What was written within the last second may be missing.
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

const SEARCHED_AT_ONCE = 20;
/** One more than are named where a name is not enough. */
const SEVERAL = 6;

/**
 * The records of a kind, of all resellers, that are called exactly this; some, where there are more
 * than a few. `textOf` is what the index has of a record.
 */
export async function findCalled<K extends Kind>(
  kind: K,
  text: string,
  textOf: (record: Records[K]) => string,
): Promise<Records[K][]> {
  const records: Records[K][] = [];
  let after: string | undefined;
  do {
    const page = await search({}, [`${text}#`], { after, limit: SEARCHED_AT_ONCE });
    const ofKind = page.records.filter((found) => found.kind === kind);
    const called = ofKind.map(({ record }) => record as Records[K]);
    // "acme#2" begins with "acme#", too.
    records.push(...called.filter((record) => textOf(record) === text));
    after = page.next;
  } while (after !== undefined && records.length < SEVERAL);
  return records;
}

/** The records of a group of `shared/lists`, such as `down`, of a reseller or of all. */
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
      // One more tells that there is a next page; another one may be `after` itself.
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
    // What was removed meanwhile is not there any more.
    records: items.flatMap((item) => (item === undefined ? [] : [foundIn(item)])),
    next: inOrder.length > limit ? page.at(-1)?.place : undefined,
  };
}

type Item = Record<string, unknown>;

const LISTED: Record<string, Kind> = {
  users: "user",
  businesses: "business",
  websites: "website",
  competitors: "competitor",
};

/** The record that an item is, or that it is a list's copy of. */
function foundIn(item: Item): Found {
  const { __edb_e__: entity, list, reseller_uuid, record } = item;
  if (entity !== "listEntry") return { kind: entity, record: item } as unknown as Found;
  const kind = LISTED[String(list).split("#").at(-1) ?? ""];
  const copy = record as Records[Kind];
  return { kind, record: { ...copy, reseller_uuid } } as Found;
}

/** As DynamoDB orders keys: by their bytes in UTF-8. */
function isBefore(a: string, b: string): boolean {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
}
