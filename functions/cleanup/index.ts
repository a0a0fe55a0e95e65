import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { ListSegment } from "../../shared/entities/listSegment.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import type { ListedKind, ListedRecord, OwnedKey } from "../../shared/lists/listedKind.ts";
import { websites } from "../../shared/lists/websites.ts";
import { describeError, log } from "../../shared/log.ts";
import { batchDelete } from "../../shared/table/batch.ts";

/**
 * Removes what depends on a deleted business or website. It is called with the table's stream,
 * may see a deletion twice, and gives back the first record it failed on: Lambda then calls it
 * again with that record and those after it.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await removeDependents(record);
    } catch (error) {
      log("error", "clean-up failed and will be tried again", describeError(error));
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? "" }] };
    }
  }
  return { batchItemFailures: [] };
}

async function removeDependents({ eventName, dynamodb }: DynamoDBRecord) {
  const image = dynamodb?.OldImage;
  const deleted = { reseller_uuid: image?.["reseller_uuid"]?.S, uuid: image?.["uuid"]?.S };
  if (eventName !== "REMOVE" || !isComplete(deleted)) return;
  const entity = image?.["__edb_e__"]?.S;
  if (entity === "business") await removeDependentsOfBusiness(deleted);
  if (entity === "website") await removeDependentsOfWebsite(deleted);
}

function isComplete(deleted: Partial<OwnedKey>): deleted is OwnedKey {
  return deleted.reseller_uuid !== undefined && deleted.uuid !== undefined;
}

const ENTRIES_AT_ONCE = 100;

/** Removes the websites and competitors of a deleted business, however many there are. */
async function removeDependentsOfBusiness({ reseller_uuid, uuid }: OwnedKey) {
  const place = { reseller_uuid, business_uuid: uuid };
  await removeList(websites, place);
  await removeList(competitors, place);
}

/** Removes the feed items of a deleted website, a page of them at a time. */
async function removeDependentsOfWebsite({ reseller_uuid, uuid }: OwnedKey) {
  while (true) {
    const { data: items } = await FeedItem.query
      .ofWebsite({ reseller_uuid, website_uuid: uuid })
      .go({ consistent: true });
    if (items.length === 0) return;
    await batchDelete(FeedItem, items);
  }
}

/**
 * Removes each record before its entry in the list: if this ends half-way, the entries that are
 * left say which records are. The website's own deletion then comes by the stream as well.
 */
async function removeList<Listed extends Place & ListedRecord, Place>(
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
  }
  const { data: segments } = await ListSegment.query
    .inOrder(list)
    .go({ consistent: true, pages: "all" });
  await batchDelete(
    ListSegment,
    segments.map(({ segment }) => ({ ...list, segment })),
  );
}
