import { FeedItem } from "../../shared/entities/feedItem.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import type { Deleted } from "./deleted.ts";

/** Removes the feed items of a deleted website, a page of them at a time. */
export async function removeBelowWebsite({ reseller_uuid, uuid }: Deleted) {
  while (true) {
    const { data: items } = await FeedItem.query
      .ofWebsite({ reseller_uuid, website_uuid: uuid })
      .go({ consistent: true });
    if (items.length === 0) return;
    await batchDelete(FeedItem, items);
  }
}
