import * as z from "zod/mini";
import { readFeed } from "../../../shared/feed/feedItem.ts";
import { uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { offsetOf, pageQueryOf } from "../../../shared/http/pagination.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { getListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { presentFeedItem } from "../../../shared/resources/presenters.ts";

const PER_PAGE = 100;
const RESPONSE_BYTES = 1_000_000;
const ENVELOPE_BYTES = Buffer.byteLength(JSON.stringify(fetched([])));

/** Lists a page of a website's feed items, newest first, cut off at a response of 1 MB. */
export const listFeedItems = endpoint({
  route: "GET /v1/feed-items",
  id: "listFeedItems",
  summary: "List the feed items of a website",
  details:
    "Newest first. A page holds at most 1 MB; the page after the last one is empty. `data` has the shape of the item's `type`. Items are kept for 400 days.",
  response: () => listOf(feedItemSchema),
  query: z.object({
    businessUuid: uuidParameter("businessUuid"),
    websiteUuid: uuidParameter("websiteUuid"),
    ...pageQueryOf(PER_PAGE),
  }),
  async answer({ reseller_uuid, query }) {
    const { businessUuid: business_uuid, websiteUuid: website_uuid } = query;
    const items: ReturnType<typeof presentFeedItem>[] = [];
    // The feed of a deleted website is kept for its restoration.
    const website = { reseller_uuid, uuid: website_uuid };
    if (!(await unlessGone(getListed(websites, website)))) return fetched(items);
    let bytes = ENVELOPE_BYTES;
    const feed = { reseller_uuid, business_uuid, website_uuid };
    for await (const record of readFeed(feed, offsetOf(query))) {
      const item = presentFeedItem(record);
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
      if (bytes > RESPONSE_BYTES) break;
      items.push(item);
    }
    return fetched(items);
  },
});
