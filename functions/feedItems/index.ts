import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import type { description as findings } from "../findings/description.ts";
import { fetchFinding } from "../findings/fetchFinding.ts";
import { listFindings } from "../findings/listFindings.ts";
import { updateFinding } from "../findings/updateFinding.ts";
import type { description } from "./description.ts";
import { listFeedItems } from "./listFeedItems.ts";

export const handler = endpointGroup<typeof description & typeof findings>("feedItems", {
  "GET /v1/feed-items": listFeedItems,
  "GET /v1/findings": listFindings,
  "GET /v1/findings/{finding_uuid}": fetchFinding,
  "PATCH /v1/findings/{finding_uuid}": updateFinding,
});
