import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { cursorPageOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { findingSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { idOf } from "../../../shared/resources/schemas.ts";

const leftOut = described(
  z.array(
    z.strictObject({
      website_uuid: idOf("website", "The website that has them."),
      type: described(z.string(), "Their type.", "headings"),
      count: described(z.int(), "How many were left out.", 12),
    }),
  ),
  "What there was no room for: at most 1,000 open findings of a type are kept for a website. `severity` and `since` don't narrow it.",
  [],
);

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/findings": {
    id: "listFindings",
    summary: "List the findings of a website or a business",
    details:
      "Oldest first. Send `websiteUuid` or `businessUuid`; a business with more findings than fit into memory is refused (rule `max`). The list is empty if the website or business does not exist. Resolved findings are kept for 90 days. The texts are in the language of `language` or, without it, the user's.",
    response: z.extend(cursorPageOf(findingSchema), { left_out: leftOut }),
  },
  "GET /v1/findings/{finding_uuid}": {
    id: "fetchFinding",
    summary: "Fetch a finding",
    details: "The first finding of a website can be fetched a second after it was written.",
    response: fetchedOf(findingSchema),
  },
  "PATCH /v1/findings/{finding_uuid}": {
    id: "updateFinding",
    summary: "Ignore a finding, or open it again",
    details:
      "An ignored finding stays ignored when it is found again, and leaves the counts of later audits. `open` undoes that; whether the finding is `open` or `resolved`, audits decide.",
    response: doneOf("Finding updated", findingSchema),
    exampleBody: { status: "ignored", note: "That is our name." },
  },
} as const satisfies DescriptionsOf<"findings">;
