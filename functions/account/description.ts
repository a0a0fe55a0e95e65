import type { DescriptionsOf } from "../../shared/http/description.ts";
import { fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
import { accountSchema, accountWebsiteSchema } from "../../shared/resources/accountSchemas.ts";
import { businessSchema } from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/account": {
    id: "fetchAccount",
    summary: "Fetch your account",
    details:
      "Whose the key of the request is, what it may do, and how many records and requests there are and may be. A test key is one of your sandbox, which has records of its own. What has changed of a key is shown within ten seconds; businesses and websites are counted within seconds.",
    response: fetchedOf(accountSchema),
  },
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
