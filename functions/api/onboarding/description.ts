import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import {
  addressSchema,
  onboardedUserSchema,
  websiteSchema,
} from "../../../shared/resources/schemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "POST /v1/onboarding": {
    id: "onboard",
    summary: "Onboard a user",
    details:
      "Creates a user, a first business and its first website, or nothing at all, and sends the user one e-mail unless `send_onboarding_email` is `false`. The business gets your default plan, an empty industry and no products. The numbers of your users, businesses and websites are limited: rule `max`.",
    response: doneOf(
      "User onboarded",
      z.strictObject({ user: described(onboardedUserSchema, "The new user.") }),
    ),
    describedBy: [onboardedUserSchema, addressSchema, websiteSchema],
    exampleBody: {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lovelace",
      language_preference: "en-GB",
      business: {
        business_name: "Example Bakery",
        hostname: "https://bakery.example.com",
        address_line_1: "1 Mill Street",
        address_line_2: "",
        address_line_3: "",
        city: "London",
        county: "Greater London",
        postcode: "N1 1AA",
        phone_number: "+442071838750",
        country_code: "GB",
      },
    },
  },
} as const satisfies DescriptionsOf<"onboarding">;
