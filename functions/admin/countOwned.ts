import { queryIndex } from "../../shared/table/queryIndex.ts";
import { SEARCH_SHARDS, type SearchScope, searchPartition } from "../../shared/table/searchKeys.ts";

/** What a reseller has, counted. */
export interface OwnedCounts {
  users: number;
  businesses: number;
  websites: number;
  competitors: number;
  /** There is more than was counted. */
  more: boolean;
}

/** Some 3,000 keys each: of a reseller with up to 100,000 records all are counted. */
const COUNTED_PAGES_A_SHARD = 3;

/** Counts the records of a reseller by their keys in the index, up to about 100,000 of them. */
export async function countOwned(reseller_uuid: string): Promise<OwnedCounts> {
  const counts = { users: 0, businesses: 0, websites: 0, competitors: 0, more: false };
  await Promise.all(SEARCH_SHARDS.map((shard) => countShard({ reseller_uuid }, shard, counts)));
  return counts;
}

async function countShard(scope: SearchScope, shard: string, counts: OwnedCounts) {
  const partition = searchPartition(scope, shard);
  let pages = 0;
  for await (const { Items = [], LastEvaluatedKey } of queryIndex(
    { index: "gsi2", partition },
    { ProjectionExpression: "pk" },
  )) {
    for (const { pk } of Items) {
      const list = String(pk).split("#").at(-1);
      if (
        list === "users" ||
        list === "businesses" ||
        list === "websites" ||
        list === "competitors"
      ) {
        counts[list] += 1;
      }
    }
    pages += 1;
    if (pages < COUNTED_PAGES_A_SHARD) continue;
    if (LastEvaluatedKey) counts.more = true;
    break;
  }
}
