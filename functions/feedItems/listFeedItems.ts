import * as z from "zod/mini";
import { readFeed } from "../../shared/feed/readFeed.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQueryOf } from "../../shared/http/pagination.ts";
import { fetched } from "../../shared/http/responses.ts";
import { uuidParameter } from "../../shared/http/validation.ts";
import { presentFeedItem } from "../../shared/resources/feedItem.ts";

const PER_PAGE = 100;
const RESPONSE_BYTES = 1_000_000;
const ENVELOPE_BYTES = Buffer.byteLength(JSON.stringify(fetched([])));

/** A page of a website's feed items, newest first: as many of it as a response of 1 MB holds. */
export const listFeedItems = endpoint({
  query: z.object({
    businessUuid: uuidParameter("businessUuid"),
    websiteUuid: uuidParameter("websiteUuid"),
    ...pageQueryOf(PER_PAGE),
  }),
  async answer({ reseller_uuid, query }) {
    const website = {
      reseller_uuid,
      business_uuid: query.businessUuid,
      website_uuid: query.websiteUuid,
    };
    const items: ReturnType<typeof presentFeedItem>[] = [];
    let bytes = ENVELOPE_BYTES;
    for await (const record of readFeed(website, offsetOf(query))) {
      const item = presentFeedItem(record);
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
      if (bytes > RESPONSE_BYTES) break;
      items.push(item);
    }
    return fetched(items);
  },
});
