import * as z from "zod/mini";
import {
  anyText,
  businessName,
  countryCode,
  email,
  hostname,
  languagePreference,
  phoneNumber,
  text,
} from "../../shared/fields.ts";

/** The body of an onboarding (section 4.3 of the specification): all of it but address lines 2 and 3 is needed. */
export const onboardingBody = z.object({
  email: email("Email"),
  first_name: text("First name"),
  last_name: text("Last name"),
  language_preference: languagePreference("Language preference"),
  business: z.object({
    business_name: businessName,
    hostname,
    address_line_1: text("Address line 1"),
    address_line_2: z._default(anyText("Address line 2"), ""),
    address_line_3: z._default(anyText("Address line 3"), ""),
    city: text("City"),
    county: text("County"),
    postcode: text("Postcode"),
    phone_number: phoneNumber("Phone number"),
    country_code: countryCode("Country code"),
  }),
});
