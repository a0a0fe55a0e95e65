import { FeedCounter, FeedItem, type FeedItemRecord } from "../entities/feedItem.ts";

interface FeedSlice {
  offset: number;
  limit: number;
  /** Includes items that were written just now, at twice the read units. Default: false. */
  consistent?: boolean;
}

/**
 * The items of a website's feed, newest first: at most `limit`, after `offset` others. Their places are
 * consecutive, so that a query reads only the items of the page. Expired items, which DynamoDB removes some
 * time later, are left out.
 */
export async function* readFeed(
  website: Pick<FeedItemRecord, "reseller_uuid" | "business_uuid" | "website_uuid">,
  { offset, limit, consistent = false }: FeedSlice,
): AsyncGenerator<FeedItemRecord> {
  const { data: counter } = await FeedCounter.get(website).go({ consistent });
  const end = (counter?.next_sequence ?? 0) - offset;
  if (end <= 0) return;
  const first = Math.max(0, end - limit);
  const now = Date.now() / 1000;
  let cursor: string | null = null;
  do {
    const page: { data: FeedItemRecord[]; cursor: string | null } = await FeedItem.query
      .ofWebsite(website)
      .between({ sequence: first }, { sequence: end - 1 })
      .go({ order: "desc", consistent, cursor });
    yield* page.data.filter(({ expires_epoch = now }) => expires_epoch >= now);
    cursor = page.cursor;
  } while (cursor);
}
