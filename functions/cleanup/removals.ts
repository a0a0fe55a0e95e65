import { DeliveryCounter } from "../../shared/entities/deliveryCounter.ts";
import { DeliveryLane } from "../../shared/entities/deliveryLane.ts";
import { DeliveryReplay } from "../../shared/entities/deliveryReplay.ts";
import { DeliveryRetry } from "../../shared/entities/deliveryRetry.ts";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { ListSegment } from "../../shared/entities/listSegment.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import type { ListedKind, ListedRecord, OwnedKey } from "../../shared/lists/listedKind.ts";
import { websites } from "../../shared/lists/websites.ts";
import { batchDelete } from "../../shared/table/batch.ts";

const ENTRIES_AT_ONCE = 100;

/** Removes some of what depends on a deleted record; yields after each step, until nothing is left. */
type Removal = (deleted: OwnedKey) => AsyncGenerator<void>;

/** By the kind of record that was deleted. */
export const removals = {
  business: removeDependentsOfBusiness,
  website: removeFeed,
  webhook: removeDeliveries,
} satisfies Record<string, Removal>;

/** Removes the websites and competitors of a deleted business, however many there are. */
async function* removeDependentsOfBusiness({ reseller_uuid, uuid }: OwnedKey) {
  const place = { reseller_uuid, business_uuid: uuid };
  yield* removeList(websites, place);
  yield* removeList(competitors, place);
}

/** Removes the feed items of a deleted website, a page of them at a time. */
async function* removeFeed({ reseller_uuid, uuid: website_uuid }: OwnedKey) {
  while (true) {
    const { data: items } = await FeedItem.query
      .ofWebsite({ reseller_uuid, website_uuid })
      .go({ consistent: true });
    if (items.length === 0) return;
    await batchDelete(FeedItem, items);
    yield;
  }
}

/**
 * Removes what is still to be done for a deleted webhook: its lane, retries, replays and counter.
 * The log of its deliveries goes by itself in time.
 */
async function* removeDeliveries({ reseller_uuid, uuid }: OwnedKey) {
  const webhook = { reseller_uuid, webhook_uuid: uuid };
  await batchDelete(DeliveryLane, [{ reseller_uuid, uuid }]);
  await batchDelete(DeliveryCounter, [webhook]);
  const { data: replays } = await DeliveryReplay.query
    .ofWebhook(webhook)
    .go({ consistent: true, pages: "all" });
  await batchDelete(DeliveryReplay, replays);
  while (true) {
    const { data: retries } = await DeliveryRetry.query.bySoonest(webhook).go({ consistent: true });
    if (retries.length === 0) return;
    await batchDelete(DeliveryRetry, retries);
    yield;
  }
}

/**
 * Removes each record before its entry in the list: if this ends half-way, the entries that are
 * left say which records are. The website's own deletion then comes by the stream as well.
 */
async function* removeList<Listed extends Place & ListedRecord, Place>(
  { entity, list: listOf }: ListedKind<Listed, Place>,
  place: Place,
) {
  const list = listOf(place);
  const { reseller_uuid } = list;
  while (true) {
    const { data: entries } = await ListEntry.query
      .inOrder(list)
      .go({ consistent: true, limit: ENTRIES_AT_ONCE });
    if (entries.length === 0) break;
    const keys = entries.map(({ record }) => ({ reseller_uuid, uuid: String(record["uuid"]) }));
    await batchDelete<OwnedKey>(entity, keys);
    await batchDelete(
      ListEntry,
      entries.map(({ sequence }) => ({ ...list, sequence })),
    );
    yield;
  }
  const { data: segments } = await ListSegment.query
    .inOrder(list)
    .go({ consistent: true, pages: "all" });
  await batchDelete(
    ListSegment,
    segments.map(({ segment }) => ({ ...list, segment })),
  );
}
