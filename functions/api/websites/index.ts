import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { createMaintenanceWindow } from "./createMaintenanceWindow.ts";
import { createWebsite } from "./createWebsite.ts";
import { deleteMaintenanceWindow } from "./deleteMaintenanceWindow.ts";
import { deleteWebsite } from "./deleteWebsite.ts";
import type { description } from "./description.ts";
import { fetchMaintenanceWindow } from "./fetchMaintenanceWindow.ts";
import { fetchUptime } from "./fetchUptime.ts";
import { fetchWebsite } from "./fetchWebsite.ts";
import { listMaintenanceWindows } from "./listMaintenanceWindows.ts";
import { listWebsites } from "./listWebsites.ts";
import { requestAudit } from "./requestAudit.ts";
import { requestCheck } from "./requestCheck.ts";
import { updateWebsite } from "./updateWebsite.ts";

export const handler = endpointGroup<typeof description>("websites", {
  "GET /v1/websites": listWebsites,
  "POST /v1/websites": createWebsite,
  "GET /v1/websites/{website_uuid}": fetchWebsite,
  "PATCH /v1/websites/{website_uuid}": updateWebsite,
  "GET /v1/websites/{website_uuid}/uptime": fetchUptime,
  "POST /v1/websites/{website_uuid}/audit": requestAudit,
  "POST /v1/websites/{website_uuid}/check": requestCheck,
  "GET /v1/websites/{website_uuid}/maintenance-windows": listMaintenanceWindows,
  "POST /v1/websites/{website_uuid}/maintenance-windows": createMaintenanceWindow,
  "GET /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}":
    fetchMaintenanceWindow,
  "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}":
    deleteMaintenanceWindow,
  "DELETE /v1/websites/{website_uuid}": deleteWebsite,
});
