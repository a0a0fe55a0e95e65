import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { createShare } from "./createShare.ts";
import { deleteShare } from "./deleteShare.ts";
import type { description } from "./description.ts";
import { fetchShare } from "./fetchShare.ts";
import { listShares } from "./listShares.ts";

export const handler = endpointGroup<typeof description>("shares", {
  "GET /v1/shares": listShares,
  "POST /v1/shares": createShare,
  "GET /v1/shares/{share_uuid}": fetchShare,
  "DELETE /v1/shares/{share_uuid}": deleteShare,
});
