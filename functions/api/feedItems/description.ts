import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { feedItemSchema } from "../../../shared/resources/monitoringSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/feed-items": {
    id: "listFeedItems",
    summary: "List the feed items of a website",
    details:
      "Newest first. A page holds at most 1 MB; the page after the last one is empty. A search by `type` or `status` may miss items of the last second. `data` has the shape of the item's `type`. Items are kept for 400 days.",
    response: listOf(feedItemSchema),
  },
} as const satisfies DescriptionsOf<"feedItems">;
