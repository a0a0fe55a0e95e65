import { FeedItem, type FeedItemRecord } from "../../../shared/entities/feedItem.ts";
import type { FeedStatus } from "../../../shared/feed/feedItem.ts";
import { batchGetWith, lookup } from "../../../shared/platform/table/batch.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";

const PLACES_A_REQUEST = 1000;

type Feed = Pick<FeedItemRecord, "reseller_uuid" | "business_uuid" | "website_uuid">;

interface Wanted {
  types: readonly string[];
  statuses: readonly FeedStatus[];
  offset: number;
  limit: number;
}

/**
 * The items of these types and statuses in a website's feed, newest first: at most `limit`, after `offset`
 * others. The index has the items of a type and status one after another, and no more of them are read
 * than the page needs. Items of the last second may be missing. For a business that is not the website's,
 * there are no items.
 */
export async function findFeedItems(
  feed: Feed,
  { types, statuses, offset, limit }: Wanted,
): Promise<FeedItemRecord[]> {
  const stretches = types.flatMap((type) => statuses.map((status) => `${type}#${status}#`));
  const found = await Promise.all(
    stretches.map((stretch) => findSequences(feed, stretch, offset + limit)),
  );
  const sequences = found.flat().toSorted((a, b) => b - a);
  const items = await batchGetWith(
    { consistent: false },
    ...sequences
      .slice(offset, offset + limit)
      .map((sequence) => lookup<FeedItemRecord>(FeedItem, { ...feed, sequence })),
  );
  const now = Date.now() / 1000;
  return items.filter(
    (item) => item !== undefined && (item.expires_epoch ?? now) >= now,
  ) as FeedItemRecord[];
}

/** The places of the newest items of one type and status, at most `most`. */
async function findSequences(feed: Feed, prefix: string, most: number): Promise<number[]> {
  const { reseller_uuid, website_uuid } = feed;
  const partition = `reseller#${reseller_uuid}#feed#${website_uuid}`;
  const options = { ScanIndexForward: false, Limit: Math.min(PLACES_A_REQUEST, most) };
  const places: string[] = [];
  for await (const { Items = [] } of queryIndex({ index: "gsi2", partition, prefix }, options)) {
    for (const item of Items) places.push(item["gsi2sk"]);
    if (places.length >= most) break;
  }
  return places.slice(0, most).map((place) => Number(place.slice(place.lastIndexOf("#") + 1)));
}
