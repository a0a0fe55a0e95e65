import * as z from "zod/mini";
import { FeedItem } from "../../shared/entities/feedItem.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/envelopes.ts";
import { uuidParameter } from "../../shared/http/parentQuery.ts";
import { presentFeedItem } from "./presentFeedItem.ts";

/** The newest feed items of a website, newest first: as many as one query of DynamoDB holds (1 MB). */
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
    return fetched(data.map(presentFeedItem));
  },
});
