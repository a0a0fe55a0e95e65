import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import { competitorSchema } from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/competitors": {
    id: "listCompetitors",
    summary: "List the competitors of a business",
    details: "Oldest first. The list is empty if the business does not exist.",
    response: pageOf(competitorSchema),
  },
  "POST /v1/competitors": {
    id: "createCompetitor",
    summary: "Add a competitor to a business",
    details:
      "The competitor is first named after its host; the service fills in the other fields from its site within a minute.",
    response: doneOf("Competitor created", competitorSchema),
    exampleBody: { hostname: "https://rival.example.com" },
  },
  "GET /v1/competitors/{competitor_uuid}": {
    id: "fetchCompetitor",
    summary: "Fetch a competitor",
    response: fetchedOf(competitorSchema),
  },
  "PATCH /v1/competitors/{competitor_uuid}": {
    id: "updateCompetitor",
    summary: "Change a competitor",
    details:
      "Changes the fields that are sent and keeps the rest. The service never overwrites a field that you have set.",
    response: doneOf("Competitor updated", competitorSchema),
    exampleBody: { city: "York", postcode: "YO1 1AA" },
  },
  "DELETE /v1/competitors/{competitor_uuid}": {
    id: "deleteCompetitor",
    summary: "Delete a competitor",
    response: deletedOf("Competitor"),
  },
} as const satisfies DescriptionsOf<"competitors">;
