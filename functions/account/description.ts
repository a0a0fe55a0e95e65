import type { DescriptionsOf } from "../../shared/http/description.ts";
import { pageOf } from "../../shared/http/envelopes.ts";
import { accountWebsiteSchema, businessSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/account/websites": {
    id: "listAccountWebsites",
    summary: "List all your websites",
    details:
      "Of all businesses, oldest first. `is_hostname_up=false` lists those that are down at this moment; `downtime` says since when, and why. By `hostname`, a website that was added or changed within the last second may be missing, or be found by what it was.",
    response: pageOf(accountWebsiteSchema),
  },
  "GET /v1/account/businesses": {
    id: "listAccountBusinesses",
    summary: "List all your businesses",
    details:
      "Of all users, oldest first. By `name`, a business that was added or changed within the last second may be missing, or be found by what it was.",
    response: pageOf(businessSchema),
  },
} as const satisfies DescriptionsOf<"account">;
