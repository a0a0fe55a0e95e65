import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, listOf, pageOf } from "../../../shared/http/envelopes.ts";
import {
  auditRequestSchema,
  checkRequestSchema,
  maintenanceWindowSchema,
  uptimeSchema,
} from "../../../shared/resources/monitoringSchemas.ts";
import { BEGINS_AT, ENDS_AT, websiteSchema } from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/websites": {
    id: "listWebsites",
    summary: "List the websites of a business",
    details: "Oldest first. The list is empty if the business does not exist.",
    response: pageOf(websiteSchema),
  },
  "POST /v1/websites": {
    id: "createWebsite",
    summary: "Add a website to a business",
    details:
      "The website is monitored from now on, and audited within minutes. A website at another port than 80 and 443 is not requested: it is never down, and never audited. The numbers of websites of a business, and of all your websites, are limited: rule `max`.",
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
      "With a new address, the website counts as up until a check finds it down. A running audit ends; a website that was audited within the hour is audited again an hour after that.",
    response: doneOf("Website updated", websiteSchema),
    exampleBody: { hostname: "https://www.bakery.example.com" },
  },
  "GET /v1/websites/{website_uuid}/uptime": {
    id: "fetchUptime",
    summary: "Fetch the uptime of a website",
    details:
      "The uptime of the last 30 days, or of the days from `from` to `to`, in UTC: the percentage, the downtimes that lie within them or reach into them, oldest first, and figures by day, without days on which the website was not probed. Kept for 400 days.",
    response: fetchedOf(uptimeSchema),
  },
  "POST /v1/websites/{website_uuid}/audit": {
    id: "requestAudit",
    summary: "Request an audit of a website",
    details:
      "The audit begins within a minute or two. It uses the results of another website with the same address, if that was audited within the hour. A website can be audited once an hour: a request within an hour of the last audit, or of the last request, is answered with 429 and `retry-after`. While the user is suspended: 422 (`website_uuid`).",
    response: doneOf("Audit requested", auditRequestSchema),
  },
  "POST /v1/websites/{website_uuid}/check": {
    id: "requestCheck",
    summary: "Request a check of a website",
    details:
      "The website is probed within seconds, beside its usual probes; a failure still has to be confirmed. A request within a minute of the last one is answered with 429 and `retry-after`. While the website is paused: 422 (`website_uuid`).",
    response: doneOf("Check requested", checkRequestSchema),
  },
  "GET /v1/websites/{website_uuid}/maintenance-windows": {
    id: "listMaintenanceWindows",
    summary: "List the maintenance windows of a website",
    details:
      "In the order of their beginning, including those that ended within the last 400 days.",
    response: listOf(maintenanceWindowSchema),
  },
  "POST /v1/websites/{website_uuid}/maintenance-windows": {
    id: "createMaintenanceWindow",
    summary: "Announce a maintenance of a website",
    details:
      "Failures within the window do not count as downtime: that time counts neither as up nor as down. A website that is down when the window begins is shown as down until a check finds it up. A website can have at most 50 windows that have not ended: rule `max`.",
    response: doneOf("Maintenance window created", maintenanceWindowSchema),
    exampleBody: {
      starts_at: BEGINS_AT,
      ends_at: ENDS_AT,
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
    details: "You can delete a window that has begun: failures count again from now on.",
    response: deletedOf("Maintenance window"),
  },
  "DELETE /v1/websites/{website_uuid}": {
    id: "deleteWebsite",
    summary: "Delete a website",
    details: "Its feed items are deleted as well, within seconds.",
    response: deletedOf("Website"),
  },
} as const satisfies DescriptionsOf<"websites">;
