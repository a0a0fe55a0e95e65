import { FeedCounter, FeedItem, type FeedItemRecord } from "../entities/feedItem.ts";
import { historyEnds, timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";

/** How good or bad the news of a feed item is. */
export type FeedStatus = "info" | "success" | "warning" | "error";

/** What a feed item is about: `category` in section 2.8 of the specification. */
export type FeedCategory = "website" | "listings";

/** A feed item to write, with a type and status of section 2.8 of the specification or one of ours. */
export interface NewFeedItem {
  type: string;
  /** Default: `website`. */
  category?: FeedCategory;
  status: FeedStatus;
  data: Record<string, unknown>;
}

/**
 * The record of a feed item at a place in the website's feed (`takeFeedSequences`). DynamoDB's time to live
 * removes it after 400 days.
 */
export function newFeedItem(
  website: { reseller_uuid: string; business_uuid: string; uuid: string },
  { type, category = "website", status, data, sequence }: NewFeedItem & { sequence: number },
  now = new Date(),
): FeedItemRecord {
  return {
    reseller_uuid: website.reseller_uuid,
    business_uuid: website.business_uuid,
    website_uuid: website.uuid,
    sequence,
    uuid: newUuid(),
    category,
    type,
    status,
    data,
    created_at: timestamp(now),
    expires_epoch: historyEnds(now.getTime() / 1000),
  };
}

/**
 * Takes places in a website's feed and returns the first. A place that stays unused leaves its page one
 * item short.
 */
export async function takeFeedSequences(
  website: { reseller_uuid: string; website_uuid: string },
  count: number,
): Promise<number> {
  const { data } = await FeedCounter.update(website)
    .add({ next_sequence: count })
    .go({ response: "all_new" });
  return Number(data.next_sequence) - count;
}

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
