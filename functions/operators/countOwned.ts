import { queryIndex } from "../../shared/table/queryIndex.ts";
import { SEARCH_SHARDS, type SearchScope, searchPartition } from "../../shared/table/searchKeys.ts";
import { findSandbox } from "./sandbox.ts";

const COUNTED = ["users", "businesses", "websites", "competitors"] as const;

/** The number of a reseller's records by kind; `more` if the count stopped before the last record. */
type OwnedCounts = Record<(typeof COUNTED)[number], number> & { more: boolean };

/** At about 3,000 keys a page, this counts all records of a reseller with up to 100,000. */
const COUNTED_PAGES_A_SHARD = 3;

/** Counts a reseller's records by their keys in the index, up to about 100,000. */
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
      const list = COUNTED.find((each) => String(pk).endsWith(`#${each}`));
      if (list !== undefined) counts[list] += 1;
    }
    pages += 1;
    if (pages < COUNTED_PAGES_A_SHARD) continue;
    if (LastEvaluatedKey) counts.more = true;
    break;
  }
}

/** What a reseller has, in numbers: `1 user, 2 businesses …; and its sandbox with …`. */
export async function describeOwned(uuid: string): Promise<string> {
  const own = describe(await countOwned(uuid));
  const sandbox = await findSandbox(uuid);
  return sandbox ? `${own}; and its sandbox with ${describe(await countOwned(sandbox.uuid))}` : own;
}

/** `3 websites`, `1 user`. */
function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

function describe({ users, businesses, websites, competitors, more }: OwnedCounts): string {
  const counts = [
    count(users, "user"),
    count(businesses, "business", "businesses"),
    count(websites, "website"),
    count(competitors, "competitor"),
  ];
  return `${more ? "more than " : ""}${counts.join(", ")}, and its plans, keys and webhooks`;
}
