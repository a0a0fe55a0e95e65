import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../../shared/http/envelopes.ts";
import {
  addressSchema,
  businessSchema,
  knownWordsSchema,
  plainBusinessSchema,
} from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/businesses": {
    id: "listBusinesses",
    summary: "List the businesses of a user",
    details: "Oldest first. The list is empty if the user does not exist.",
    response: pageOf(businessSchema),
  },
  "POST /v1/businesses": {
    id: "createBusiness",
    summary: "Add a business to a user",
    details:
      "The business gets your default plan. The number of your businesses is limited: rule `max`. A business takes at most 30,000 bytes of JSON with its custom field values, where quotation marks and backslashes count twice: rule `length` of the largest field that was sent.",
    response: doneOf("Business created", businessSchema),
    exampleBody: { name: "Example Bakery", industry: "Bakery", products: ["bread"] },
  },
  "GET /v1/businesses/{business_uuid}": {
    id: "fetchBusiness",
    summary: "Fetch a business",
    response: fetchedOf(businessSchema),
  },
  "PATCH /v1/businesses/{business_uuid}": {
    id: "updateBusiness",
    summary: "Change a business",
    details:
      "Changes the fields and custom fields that are sent, and keeps the rest. The answer has no `custom_field_values`. The size is limited as at the creation.",
    response: doneOf("Business updated", plainBusinessSchema),
    exampleBody: { name: "The Bakery" },
  },
  "DELETE /v1/businesses/{business_uuid}": {
    id: "deleteBusiness",
    summary: "Delete a business",
    details: "Its websites, competitors and feed items are deleted as well, within seconds.",
    response: deletedOf("Business"),
  },
  "GET /v1/businesses/{business_uuid}/address": {
    id: "fetchAddress",
    summary: "Fetch the address of a business",
    details:
      "The postal address and phone number that the listings audit looks for in directories. All fields are empty until an onboarding or a change sets them.",
    response: fetchedOf(addressSchema),
  },
  "PATCH /v1/businesses/{business_uuid}/address": {
    id: "updateAddress",
    summary: "Change the address of a business",
    details:
      "Changes the fields that are sent and keeps the rest. The first change of a business without an address needs `address_line_1`, `city`, `phone_number` and `country_code`.",
    response: doneOf("Address updated", addressSchema),
    exampleBody: {
      address_line_1: "2 Mill Street",
      city: "Leeds",
      postcode: "LS1 1AA",
      phone_number: "+441132223344",
      country_code: "GB",
    },
  },
  "GET /v1/businesses/{business_uuid}/known-words": {
    id: "fetchKnownWords",
    summary: "Fetch the known words of a business",
    details: "Audits of the business's websites do not report these words as misspelt.",
    response: fetchedOf(knownWordsSchema),
  },
  "PATCH /v1/businesses/{business_uuid}/known-words": {
    id: "updateKnownWords",
    summary: "Change the known words of a business",
    details:
      "Replaces the words. The next audit of each website resolves its findings of these words; ignore a finding to hide it at once. All words take at most 30,000 bytes of JSON: rule `length`.",
    response: doneOf("Known words updated", knownWordsSchema),
    exampleBody: { words: ["Bonzqit"] },
  },
} as const satisfies DescriptionsOf<"businesses">;
