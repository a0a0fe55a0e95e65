import type { DescriptionsOf } from "../../shared/http/description.ts";
import { listOf } from "../../shared/http/envelopes.ts";
import { feedItemSchema } from "../../shared/resources/monitoringSchemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/feed-items": {
    id: "listFeedItems",
    summary: "List the feed items of a website",
    details:
      "Newest first: the newest 100, or the `page` that is asked for, and of a page as many as an answer of 1 MB holds. A page after the last one is empty. By `type` or `status`, what was written within the last second may be missing. `data` has the shape of the item's `type`. Items are kept for 400 days.",
    response: listOf(feedItemSchema),
  },
} as const satisfies DescriptionsOf<"feedItems">;
