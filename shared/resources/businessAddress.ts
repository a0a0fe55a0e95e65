import type * as z from "zod/mini";
import type { BusinessRecord } from "../entities/business.ts";
import { type Address, mergeAddress } from "../fields/address.ts";
import { fetched } from "../http/responses.ts";
import { ValidationFailed } from "../platform/errors.ts";
import type { addressSchema } from "./schemas.ts";

/** The postal address and phone number of a business, with "" for what it lacks. */
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

/** The answer to GET of a business's address. */
export function showAddress(business: BusinessRecord) {
  return fetched(presentAddress(business));
}

/** A business's address with these fields changed; throws ValidationFailed if required ones are missing. */
export function changedAddress({ address }: BusinessRecord, set: Partial<Address>): Address {
  const merged = mergeAddress(address, set);
  if ("address" in merged) return merged.address;
  const required = "The business has no address yet, and needs this for one";
  throw new ValidationFailed(
    Object.fromEntries(merged.missing.map((field) => [field, { required }])),
  );
}
