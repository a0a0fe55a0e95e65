import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { listFeedItems } from "./feedItems.ts";
import { fetchFinding, updateFinding } from "./finding.ts";
import { listFindings } from "./listFindings.ts";

export const handler = apiFunction("feedItems", [
  listFeedItems,
  listFindings,
  fetchFinding,
  updateFinding,
]);
