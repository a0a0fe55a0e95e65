import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as fetchUptime from "./fetchUptime.ts";
import * as maintenanceWindows from "./maintenanceWindows.ts";
import * as requests from "./requests.ts";
import * as websites from "./websites.ts";

export const handler = apiFunction("websites", [
  fetchUptime,
  maintenanceWindows,
  requests,
  websites,
]);
