import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as feedItems from "./feedItems.ts";
import * as finding from "./finding.ts";
import * as listFindings from "./listFindings.ts";

export const handler = apiFunction("feedItems", [feedItems, finding, listFindings]);
