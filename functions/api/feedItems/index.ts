import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import type { description } from "./description.ts";
import { fetchFinding } from "./fetchFinding.ts";
import type { description as findings } from "./findingsDescription.ts";
import { listFeedItems } from "./listFeedItems.ts";
import { listFindings } from "./listFindings.ts";
import { updateFinding } from "./updateFinding.ts";

export const handler = endpointGroup<typeof description & typeof findings>("feedItems", {
  "GET /v1/feed-items": listFeedItems,
  "GET /v1/findings": listFindings,
  "GET /v1/findings/{finding_uuid}": fetchFinding,
  "PATCH /v1/findings/{finding_uuid}": updateFinding,
});
