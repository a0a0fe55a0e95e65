import * as z from "zod/mini";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { uuidParameter } from "../../shared/http/parentQuery.ts";
import { presentFeedItem } from "./presentFeedItem.ts";

const RESPONSE_BYTES = 1_000_000;

/**
 * The newest feed items of a website, newest first: as many as one query of DynamoDB and a
 * response of 1 MB hold. DynamoDB removes items some time after they have expired.
 */
export const listFeedItems = endpoint({
  query: z.object({
    businessUuid: uuidParameter("businessUuid"),
    websiteUuid: uuidParameter("websiteUuid"),
  }),
  async answer({ reseller_uuid, query }) {
    const { data } = await FeedItem.query
      .ofWebsite({
        reseller_uuid,
        business_uuid: query.businessUuid,
        website_uuid: query.websiteUuid,
      })
      .go({ order: "desc", consistent: true });
    const now = Date.now() / 1000;
    const kept = data.filter(({ expires_epoch = now }) => expires_epoch >= now);
    return fetched(newestWithin(RESPONSE_BYTES, kept.map(presentFeedItem)));
  },
});

function newestWithin<Item>(bytes: number, items: Item[]): Item[] {
  let size = 0;
  const end = items.findIndex((item) => {
    size += Buffer.byteLength(JSON.stringify(item)) + 1;
    return size > bytes;
  });
  return end === -1 ? items : items.slice(0, end);
}
