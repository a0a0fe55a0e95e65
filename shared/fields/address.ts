import { anyText, countryCode, phoneNumber, text } from "./fields.ts";

/**
 * The postal address and phone number of a business, as an onboarding takes them (section 4.3 of the
 * specification). Not every country has counties and postcodes.
 */
export const addressFields = {
  address_line_1: text("Address line 1"),
  address_line_2: anyText("Address line 2"),
  address_line_3: anyText("Address line 3"),
  city: text("City"),
  county: anyText("County"),
  postcode: anyText("Postcode"),
  phone_number: phoneNumber("Phone number"),
  country_code: countryCode("Country code"),
};

type Field = keyof typeof addressFields;
export type Address = Record<Field, string>;

/** What may be empty. */
const EMPTY = { address_line_2: "", address_line_3: "", county: "", postcode: "" };
/** What an address is not one without. */
const REQUIRED = ["address_line_1", "city", "phone_number", "country_code"] as const;

/**
 * The address that a business has (undefined: none yet) with these fields set; where that is not a
 * whole one, the fields that are missing.
 */
export function mergeAddress(
  found: Address | undefined,
  set: { [Name in Field]?: string | undefined },
): { address: Address } | { missing: Field[] } {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  const address: Partial<Address> = { ...EMPTY, ...found, ...Object.fromEntries(given) };
  const missing = REQUIRED.filter((field) => address[field] === undefined);
  return missing.length > 0 ? { missing } : { address: address as Address };
}
