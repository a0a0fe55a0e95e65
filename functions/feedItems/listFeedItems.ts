import * as z from "zod/mini";
import { FeedItem, type FeedItemRecord } from "../../shared/entities/feedItem.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { uuidParameter } from "../../shared/http/validation.ts";
import { presentFeedItem } from "../../shared/resources/feedItem.ts";

const RESPONSE_BYTES = 1_000_000;
const ENVELOPE_BYTES = Buffer.byteLength(JSON.stringify(fetched([])));

/** The newest feed items of a website, newest first: as many as a response of 1 MB holds. */
export const listFeedItems = endpoint({
  query: z.object({
    businessUuid: uuidParameter("businessUuid"),
    websiteUuid: uuidParameter("websiteUuid"),
  }),
  async answer({ reseller_uuid, query }) {
    const website = {
      reseller_uuid,
      business_uuid: query.businessUuid,
      website_uuid: query.websiteUuid,
    };
    const items: ReturnType<typeof presentFeedItem>[] = [];
    let bytes = ENVELOPE_BYTES;
    for await (const record of newestFirst(website)) {
      const item = presentFeedItem(record);
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
      if (bytes > RESPONSE_BYTES) break;
      items.push(item);
    }
    return fetched(items);
  },
});

/** Page by page; without those that have expired, which DynamoDB removes some time later. */
async function* newestFirst(
  website: Pick<FeedItemRecord, "reseller_uuid" | "business_uuid" | "website_uuid">,
): AsyncGenerator<FeedItemRecord> {
  const now = Date.now() / 1000;
  let cursor: string | null = null;
  do {
    const page: { data: FeedItemRecord[]; cursor: string | null } = await FeedItem.query
      .ofWebsite(website)
      .go({ order: "desc", consistent: true, cursor });
    yield* page.data.filter(({ expires_epoch = now }) => expires_epoch >= now);
    cursor = page.cursor;
  } while (cursor);
}
