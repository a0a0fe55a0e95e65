import type { DescriptionsOf } from "../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, listOf, pageOf } from "../../shared/http/envelopes.ts";
import {
  auditRequestSchema,
  maintenanceWindowSchema,
  uptimeSchema,
} from "../../shared/resources/monitoringSchemas.ts";
import { websiteSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/websites": {
    id: "listWebsites",
    summary: "List the websites of a business",
    details: "Oldest first. Of a business that does not exist the list is empty.",
    response: pageOf(websiteSchema),
  },
  "POST /v1/websites": {
    id: "createWebsite",
    summary: "Add a website to a business",
    details:
      "It is checked from now on, and audited within minutes. At another port than 80 and 443 nothing is asked: such a website is never down, nor audited. How many websites a business may have, and you in all, is limited: rule `max`.",
    response: doneOf("Website created", websiteSchema),
    exampleBody: { hostname: "https://bakery.example.com" },
  },
  "GET /v1/websites/{website_uuid}": {
    id: "fetchWebsite",
    summary: "Fetch a website",
    response: fetchedOf(websiteSchema),
  },
  "PATCH /v1/websites/{website_uuid}": {
    id: "updateWebsite",
    summary: "Change a website",
    details:
      "A website at another address counts as up until a check has found it down. An audit under way ends, and a website that was audited within the hour is audited an hour after that.",
    response: doneOf("Website updated", websiteSchema),
    exampleBody: { hostname: "https://www.bakery.example.com" },
  },
  "GET /v1/websites/{website_uuid}/uptime": {
    id: "fetchUptime",
    summary: "Fetch the uptime of a website",
    details:
      "Of the last 30 days, or of those from `from` to `to`, in UTC: the percentage, the downtimes that lie within them or reach into them, oldest first, and figures by day. Days on which nobody looked are left out. All of it is kept for 400 days.",
    response: fetchedOf(uptimeSchema),
  },
  "POST /v1/websites/{website_uuid}/audit": {
    id: "requestAudit",
    summary: "Have a website audited now",
    details:
      "The audit begins within a minute or two; it takes what was found of the same address within the hour for another website. Once an hour at most: 429 within an hour of the audit before, or of the request before; `retry-after` says when. 422 (`website_uuid`) while the user is suspended.",
    response: doneOf("Audit requested", auditRequestSchema),
  },
  "GET /v1/websites/{website_uuid}/maintenance-windows": {
    id: "listMaintenanceWindows",
    summary: "List the maintenance windows of a website",
    details: "Those that have ended within 400 days too, in the order of their beginning.",
    response: listOf(maintenanceWindowSchema),
  },
  "POST /v1/websites/{website_uuid}/maintenance-windows": {
    id: "createMaintenanceWindow",
    summary: "Announce a maintenance of a website",
    details:
      "What fails within the window is no downtime: it counts neither as up nor as down. A website that is down when the window begins is shown as down until a check finds it up. A website has 50 windows at most that have not ended: rule `max`.",
    response: doneOf("Maintenance window created", maintenanceWindowSchema),
    exampleBody: {
      starts_at: "2026-12-01T22:00:00+00:00",
      ends_at: "2026-12-01T23:30:00+00:00",
      reason: "New server",
    },
  },
  "GET /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": {
    id: "fetchMaintenanceWindow",
    summary: "Fetch a maintenance window",
    response: fetchedOf(maintenanceWindowSchema),
  },
  "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": {
    id: "deleteMaintenanceWindow",
    summary: "Delete a maintenance window",
    details: "Also one that has begun: what fails from now on counts again.",
    response: deletedOf("Maintenance window"),
  },
  "DELETE /v1/websites/{website_uuid}": {
    id: "deleteWebsite",
    summary: "Delete a website",
    details: "Its feed items go with it, within seconds.",
    response: deletedOf("Website"),
  },
} as const satisfies DescriptionsOf<"websites">;
