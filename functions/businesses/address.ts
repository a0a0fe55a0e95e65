import type { BusinessRecord } from "../../shared/entities/business.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { type Address, mergeAddress } from "../../shared/fields/address.ts";
import { fetched } from "../../shared/http/responses.ts";
import { presentAddress } from "./presentAddress.ts";

/** The answer to GET of a business's address. */
export function showAddress(found: BusinessRecord) {
  return fetched(presentAddress(found));
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
