import * as z from "zod/mini";
import { prebuilt } from "../../../shared/audit/prebuilt.ts";
import { FeedItem, type FeedItemRecord } from "../../../shared/entities/feedItem.ts";
import { Website } from "../../../shared/entities/website.ts";
import { type FeedStatus, feedStatuses, readFeed } from "../../../shared/feed/feedItem.ts";
import { optional } from "../../../shared/fields/described.ts";
import {
  oneOf,
  timestampParameter,
  uuidParameter,
} from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { offsetOf, pageQueryOf } from "../../../shared/http/pagination.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { batchGetWith, lookup } from "../../../shared/platform/table/batch.ts";
import { findKeys } from "../../../shared/platform/table/queryIndex.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { presentFeedItem } from "../../../shared/resources/presenters.ts";

const PER_PAGE = 100;
const RESPONSE_BYTES = 1_000_000;
const ENVELOPE_BYTES = Buffer.byteLength(JSON.stringify(fetched([])));

const query = z.object({
  businessUuid: uuidParameter("businessUuid"),
  websiteUuid: uuidParameter("websiteUuid"),
  type: optional(oneOf("Type", prebuilt.feedItemTypes), "Only items of this type.", "broken_links"),
  status: optional(oneOf("Status", feedStatuses), "Only items with this status.", "error"),
  since: optional(
    timestampParameter("Since"),
    "Only items written at this time or later.",
    "2026-11-20T09:30:00+00:00",
  ),
  ...pageQueryOf(PER_PAGE),
});

/** Lists a page of a website's feed items, newest first, cut off at a response of 1 MB. */
export const listFeedItems = endpoint({
  route: "GET /v1/feed-items",
  id: "listFeedItems",
  summary: "List the feed items of a website",
  details:
    "Newest first. A page holds at most 1 MB; the page after the last one is empty. A search by `type` or `status` may miss items of the last second. `data` has the shape of the item's `type`. Items are kept for 400 days.",
  response: () => listOf(feedItemSchema),
  query,
  async answer({ reseller_uuid, query }) {
    const since = query.since && timestamp(query.since);
    const items: ReturnType<typeof presentFeedItem>[] = [];
    let bytes = ENVELOPE_BYTES;
    for await (const record of readRequested(reseller_uuid, query)) {
      // Newest first: all further items are older.
      if (since && record.created_at < since) break;
      const item = presentFeedItem(record);
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
      if (bytes > RESPONSE_BYTES) break;
      items.push(item);
    }
    return fetched(items);
  },
});

/** The items of the page, filtered by type and status if the request has these. */
async function* readRequested(
  reseller_uuid: string,
  request: z.output<typeof query>,
): AsyncGenerator<FeedItemRecord> {
  const { businessUuid: business_uuid, websiteUuid: website_uuid, type, status } = request;
  const feed = { reseller_uuid, business_uuid, website_uuid };
  // The feed of a deleted website is kept for its restoration.
  const website = { reseller_uuid, uuid: website_uuid };
  if (!(await Website.get(website).go({ consistent: true })).data) return;
  if (type === undefined && status === undefined) return yield* readFeed(feed, offsetOf(request));
  yield* await findFeedItems(feed, {
    types: type === undefined ? prebuilt.feedItemTypes : [type],
    statuses: status === undefined ? feedStatuses : [status],
    ...offsetOf(request),
  });
}

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
async function findFeedItems(
  feed: Feed,
  { types, statuses, offset, limit }: Wanted,
): Promise<FeedItemRecord[]> {
  const stretches = types.flatMap((type) => statuses.map((status) => `${type}#${status}#`));
  const keys = await Promise.all(
    stretches.map((stretch) => findSequences(feed, stretch, offset + limit)),
  );
  const sequences = keys.flat().toSorted((a, b) => b - a);
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
  const stretch = { index: "gsi2", partition, prefix } as const;
  const places = await findKeys(stretch, { limit: most, isDescending: true });
  return places.map((place) => Number(place.slice(place.lastIndexOf("#") + 1)));
}
