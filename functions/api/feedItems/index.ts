import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { fetchFinding } from "./fetchFinding.ts";
import { listFeedItems } from "./listFeedItems.ts";
import { listFindings } from "./listFindings.ts";
import { updateFinding } from "./updateFinding.ts";

export const handler = apiFunction("feedItems", [
  listFeedItems,
  listFindings,
  fetchFinding,
  updateFinding,
]);
