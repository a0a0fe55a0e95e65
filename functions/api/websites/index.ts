import { apiFunction } from "../../../shared/http/apiFunction.ts";
import * as fetchUptime from "./fetchUptime.ts";
import * as maintenanceWindows from "./maintenanceWindows.ts";
import * as requestAudit from "./requestAudit.ts";
import * as requestCheck from "./requestCheck.ts";
import * as websites from "./websites.ts";

export const handler = apiFunction("websites", [
  fetchUptime,
  maintenanceWindows,
  requestAudit,
  requestCheck,
  websites,
]);
