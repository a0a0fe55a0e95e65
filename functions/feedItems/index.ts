import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { listFeedItems } from "./listFeedItems.ts";

export const handler = endpointGroup<typeof description>("feedItems", {
  "GET /v1/feed-items": listFeedItems,
});
