import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { listFeedItems } from "./listFeedItems.ts";

export const handler = endpointGroup("feedItems", {
  "GET /v1/feed-items": listFeedItems,
});
