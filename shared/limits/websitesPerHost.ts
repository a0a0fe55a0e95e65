import type { ResellerRecord } from "../entities/reseller.ts";
import { siteUrl } from "../fields/siteUrl.ts";
import { queryIndex } from "../table/queryIndex.ts";
import { foldHost, SEARCH_SHARDS, searchPartition } from "../table/searchKeys.ts";
import { limitOf } from "./recordLimits.ts";

/** What follows a host name in the search index: the end of the text, a path or a port. */
const AFTER_HOST = ["#", "/", ":"];
/** Sorts after everything that begins with a host name and one of these. */
const AFTER_ALL = ";";

interface Wanted {
  hostname: string;
  /** How many websites the reseller has ever added. */
  added: number | undefined;
  /** The field of the host name, for the error. */
  field: string;
}

/**
 * Throws ValidationFailed if the reseller has reached its limit of websites for a host name. `www.` is
 * ignored. Websites that are added at the same moment may not be counted yet.
 */
export async function assertRoomAtHost(
  reseller: ResellerRecord,
  { hostname, added = 0, field }: Wanted,
): Promise<void> {
  const { most, exceeded } = limitOf(reseller, "max_websites_per_host", field);
  if (added < most) return;
  const host = foldHost(siteUrl(hostname)?.hostname ?? hostname);
  // A host with many websites has some in every shard, and most hosts have none in any.
  if (most > SEARCH_SHARDS.length && !(await hasAny(reseller, host))) return;
  let count = 0;
  const partitions = SEARCH_SHARDS.map((shard) => partitionOf(reseller, shard));
  const counting = partitions.map(async (partition) => {
    for (const after of AFTER_HOST) {
      for await (const { Items = [] } of queryIndex({
        index: "gsi2",
        partition,
        prefix: host + after,
      })) {
        count += Items.filter(isOfWebsite).length;
        if (count >= most) return;
      }
    }
  });
  await Promise.all(counting);
  if (count >= most) throw exceeded;
}

/** Whether a random shard has anything that begins with a host name. */
async function hasAny(reseller: ResellerRecord, host: string): Promise<boolean> {
  const shard = SEARCH_SHARDS[Math.floor(Math.random() * SEARCH_SHARDS.length)] ?? "0";
  const between = [`${host}#`, host + AFTER_ALL] as const;
  const partition = partitionOf(reseller, shard);
  const { value } = await queryIndex({ index: "gsi2", partition, between }, { Limit: 1 }).next();
  return (value?.Items ?? []).length > 0;
}

function partitionOf({ uuid: reseller_uuid }: ResellerRecord, shard: string): string {
  return searchPartition({ reseller_uuid }, shard);
}

/** Whether an item of the index is the entry of a website, not of a competitor. */
function isOfWebsite(item: Record<string, unknown>): boolean {
  return String(item["pk"]).endsWith("#websites");
}
