import { apiFunction } from "../../shared/http/apiFunction.ts";
import { fetchFinding } from "../findings/fetchFinding.ts";
import { listFindings } from "../findings/listFindings.ts";
import { updateFinding } from "../findings/updateFinding.ts";
import { listFeedItems } from "./listFeedItems.ts";

export const handler = apiFunction("feedItems", [
  listFeedItems,
  listFindings,
  fetchFinding,
  updateFinding,
]);
