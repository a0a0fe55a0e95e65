import type { DescriptionsOf } from "../../shared/http/description.ts";
import { fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
import { businessSchema } from "../../shared/resources/schemas.ts";
import { accountSchema, accountWebsiteSchema } from "./accountSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/account": {
    id: "fetchAccount",
    summary: "Fetch your account",
    details:
      "The account of the request's key, the key's permissions, and how many records and requests you have made and are allowed. A test key belongs to your sandbox, which has its own records. A change of a key is shown within ten seconds; businesses and websites are counted within seconds.",
    response: fetchedOf(accountSchema),
  },
  "GET /v1/account/websites": {
    id: "listAccountWebsites",
    summary: "List all your websites",
    details:
      "The websites of all your businesses, oldest first. `is_hostname_up=false` lists those that are down now; `downtime` says since when, and why. A search by `hostname` may miss a website that was added within the last second, or find one by the host name that it had until then.",
    response: pageOf(accountWebsiteSchema),
  },
  "GET /v1/account/businesses": {
    id: "listAccountBusinesses",
    summary: "List all your businesses",
    details:
      "The businesses of all your users, oldest first. A search by `name` may miss a business that was added within the last second, or find one by the name that it had until then.",
    response: pageOf(businessSchema),
  },
} as const satisfies DescriptionsOf<"account">;
