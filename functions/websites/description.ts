import type { DescriptionsOf } from "../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
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
      "It is checked from now on, and audited within minutes. How many websites a business may have, and you in all, is limited: rule `max`.",
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
  "DELETE /v1/websites/{website_uuid}": {
    id: "deleteWebsite",
    summary: "Delete a website",
    details: "Its feed items go with it, within seconds.",
    response: deletedOf("Website"),
  },
} as const satisfies DescriptionsOf<"websites">;
