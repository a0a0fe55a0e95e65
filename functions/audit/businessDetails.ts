import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { BusinessDetails } from "./analysers/listings/directory.ts";

/** What the listings audit compares: what is known of the business, from its onboarding. */
export function businessDetails(
  hostname: string,
  business: BusinessRecord | undefined,
): BusinessDetails {
  const { postcode, city, country_code, phone_number } = business?.address ?? {};
  return {
    name: business?.name ?? "",
    hostname,
    ...(postcode ? { postcode } : {}),
    ...(city ? { city } : {}),
    ...(country_code ? { country_code } : {}),
    ...(phone_number ? { phone_number } : {}),
  };
}
