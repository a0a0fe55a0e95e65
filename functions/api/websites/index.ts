import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { fetchUptime } from "./fetchUptime.ts";
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  fetchMaintenanceWindow,
  listMaintenanceWindows,
} from "./maintenanceWindows.ts";
import { requestAudit } from "./requestAudit.ts";
import { requestCheck } from "./requestCheck.ts";
import {
  createWebsite,
  deleteWebsite,
  fetchWebsite,
  listWebsites,
  updateWebsite,
} from "./websites.ts";

export const handler = apiFunction("websites", [
  listWebsites,
  createWebsite,
  fetchWebsite,
  updateWebsite,
  fetchUptime,
  requestAudit,
  requestCheck,
  listMaintenanceWindows,
  createMaintenanceWindow,
  fetchMaintenanceWindow,
  deleteMaintenanceWindow,
  deleteWebsite,
]);
