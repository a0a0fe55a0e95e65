import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { cursorPageOf, deletedOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import {
  prospectSchema,
  prospectSummarySchema,
} from "../../../shared/prospects/prospectSchemas.ts";
import {
  addressSchema,
  onboardedUserSchema,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/prospects": {
    id: "listProspects",
    summary: "List your prospects",
    details: "Newest first, without their findings.",
    response: cursorPageOf(prospectSummarySchema),
  },
  "POST /v1/prospects": {
    id: "createProspect",
    summary: "Check any website",
    details:
      "Audits a website once, with your default plan, and shows the result on a page in your name. No customer is needed, no e-mail or event is sent, and the website is not probed for uptime. Fetch the prospect once a second to see the pages that are read. The prospect is removed after seven days. The number of prospects a day is limited: rule `max`.",
    response: doneOf("Prospect created", prospectSchema),
    exampleBody: { hostname: "https://bakery.example.com", language: "en" },
  },
  "GET /v1/prospects/{prospect_uuid}": {
    id: "fetchProspect",
    summary: "Fetch a prospect with its findings",
    response: fetchedOf(prospectSchema),
  },
  "POST /v1/prospects/{prospect_uuid}/customer": {
    id: "onboardProspect",
    summary: "Make a customer of a prospect",
    details:
      "Onboards a user as `POST /v1/onboarding` does. The business gets the prospect's uuid. Findings and feed come along, the page becomes a share that does not expire, and the prospect is gone.",
    response: doneOf(
      "User onboarded",
      z.strictObject({ user: described(onboardedUserSchema, "The new user.") }),
    ),
    describedBy: [onboardedUserSchema, addressSchema, websiteSchema],
    exampleBody: {
      email: "grace@example.com",
      first_name: "Grace",
      last_name: "Hopper",
      language_preference: "en-GB",
      business: {
        business_name: "Example Bakery",
        address_line_1: "1 Mill Street",
        city: "London",
        phone_number: "+442071838750",
        country_code: "GB",
      },
    },
  },
  "DELETE /v1/prospects/{prospect_uuid}": {
    id: "deleteProspect",
    summary: "Delete a prospect",
    details: "Its page leads nowhere from now on, at the latest after ten seconds.",
    response: deletedOf("Prospect"),
  },
} as const satisfies DescriptionsOf<"prospects">;
