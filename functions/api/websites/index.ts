import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { createMaintenanceWindow } from "./createMaintenanceWindow.ts";
import { createWebsite } from "./createWebsite.ts";
import { deleteMaintenanceWindow } from "./deleteMaintenanceWindow.ts";
import { deleteWebsite } from "./deleteWebsite.ts";
import { fetchMaintenanceWindow } from "./fetchMaintenanceWindow.ts";
import { fetchUptime } from "./fetchUptime.ts";
import { fetchWebsite } from "./fetchWebsite.ts";
import { listMaintenanceWindows } from "./listMaintenanceWindows.ts";
import { listWebsites } from "./listWebsites.ts";
import { requestAudit } from "./requestAudit.ts";
import { requestCheck } from "./requestCheck.ts";
import { updateWebsite } from "./updateWebsite.ts";

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
