import type * as z from "zod/mini";
import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { addressSchema } from "../../shared/resources/schemas.ts";

/** The postal address and phone number of a business, empty where it was given none. */
export function presentAddress({ address }: BusinessRecord): z.output<typeof addressSchema> {
  return {
    address_line_1: address?.address_line_1 ?? "",
    address_line_2: address?.address_line_2 ?? "",
    address_line_3: address?.address_line_3 ?? "",
    city: address?.city ?? "",
    county: address?.county ?? "",
    postcode: address?.postcode ?? "",
    phone_number: address?.phone_number ?? "",
    country_code: address?.country_code ?? "",
  };
}
