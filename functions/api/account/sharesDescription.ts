import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { cursorPageOf, deletedOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { exampleIds } from "../../../shared/resources/schemas.ts";
import { listedShareSchema, newShareSchema, shareSchema } from "./shareSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/shares": {
    id: "listShares",
    summary: "List your shares",
    details:
      "Oldest first, including those that have expired. `websiteUuid` and `businessUuid` find those of one record. A page may have fewer shares than `per_page` before the last one.",
    response: cursorPageOf(listedShareSchema),
  },
  "POST /v1/shares": {
    id: "createShare",
    summary: "Share a page about a website or a business",
    details:
      "Makes a link to a page in your name, for people without a key. Send either `website_uuid` or `business_uuid`. The page ends when the share is deleted or expires, when the website or business is deleted, and while its user is suspended: within ten seconds. Requests for it do not count toward your limits. The number of shares is limited: rule `max`. Without a `slug` the address has a random token, which cannot be read again.",
    response: doneOf("Share created", newShareSchema),
    exampleBody: {
      website_uuid: exampleIds.website,
      kind: "status",
      language: "de",
    },
  },
  "GET /v1/shares/{share_uuid}": {
    id: "fetchShare",
    summary: "Fetch a share",
    response: fetchedOf(shareSchema),
  },
  "PATCH /v1/shares/{share_uuid}": {
    id: "updateShare",
    summary: "Change a share's address",
    details:
      "The new slug leads to the share within ten seconds, and the former one nowhere. An address with a random token still works.",
    response: doneOf("Share updated", shareSchema),
    exampleBody: { slug: "harbour-cycles" },
  },
  "DELETE /v1/shares/{share_uuid}": {
    id: "deleteShare",
    summary: "Delete a share",
    details: "Its link leads nowhere from now on, at the latest after ten seconds.",
    response: deletedOf("Share"),
  },
} as const satisfies DescriptionsOf<"shares">;
