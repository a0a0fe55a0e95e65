import type { DescriptionsOf } from "../../shared/http/description.ts";
import { deletedOf, doneOf, fetchedOf, pageOf } from "../../shared/http/envelopes.ts";
import {
  addressSchema,
  businessSchema,
  plainBusinessSchema,
} from "../../shared/resources/schemas.ts";

/** What the API's description says of these endpoints. No function loads this file. */
export const description = {
  "GET /v1/businesses": {
    id: "listBusinesses",
    summary: "List the businesses of a user",
    details: "Oldest first. Of a user that does not exist the list is empty.",
    response: pageOf(businessSchema),
  },
  "POST /v1/businesses": {
    id: "createBusiness",
    summary: "Add a business to a user",
    details:
      "It has your default plan. How many businesses you may have is limited: rule `max`. With the values of its custom fields it takes 30,000 bytes of JSON at most, of which quotation marks and backslashes count twice: rule `length` of the largest field that was sent.",
    response: doneOf("Business created", businessSchema),
    exampleBody: {
      name: "Example Bakery",
      industry: "Bakery",
      products: ["bread"],
      custom_fields: [{ Segment: "small" }],
    },
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
      "Changes the fields that are sent and keeps the rest; so are the custom fields. The answer has no `custom_field_values`. What a business may take is as at its creation.",
    response: doneOf("Business updated", plainBusinessSchema),
    exampleBody: { name: "The Bakery" },
  },
  "DELETE /v1/businesses/{business_uuid}": {
    id: "deleteBusiness",
    summary: "Delete a business",
    details: "Its websites, competitors and feed items go with it, within seconds.",
    response: deletedOf("Business"),
  },
  "GET /v1/businesses/{business_uuid}/address": {
    id: "fetchAddress",
    summary: "Fetch the address of a business",
    details:
      "Its postal address and phone number, which the listings audit looks for in directories. All of it is empty until it is given, by an onboarding or a change.",
    response: fetchedOf(addressSchema),
  },
  "PATCH /v1/businesses/{business_uuid}/address": {
    id: "updateAddress",
    summary: "Change the address of a business",
    details:
      "Changes the fields that are sent and keeps the rest. The first change of a business without an address needs `address_line_1`, `city`, `phone_number` and `country_code`.",
    response: doneOf("Address updated", addressSchema),
    exampleBody: { address_line_1: "2 Mill Street", postcode: "" },
  },
} as const satisfies DescriptionsOf<"businesses">;
