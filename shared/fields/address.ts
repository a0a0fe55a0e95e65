import { ValidationFailed } from "../platform/errors.ts";
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
type Address = Record<Field, string>;

/** The fields that may be empty. */
const EMPTY = { address_line_2: "", address_line_3: "", county: "", postcode: "" };
/** The fields that every address has. */
const REQUIRED = ["address_line_1", "city", "phone_number", "country_code"] as const;

/**
 * The address of a business (undefined if it has none) with these fields set; throws ValidationFailed if required ones
 * are missing.
 */
export function changedAddress(
  current: Address | undefined,
  set: { [Name in Field]?: string | undefined },
): Address {
  const changes = Object.entries(set).filter(([, value]) => value !== undefined);
  const address: Partial<Address> = { ...EMPTY, ...current, ...Object.fromEntries(changes) };
  const missing = REQUIRED.filter((field) => address[field] === undefined);
  if (missing.length === 0) return address as Address;
  const required = "The business has no address yet, and needs this for one";
  throw new ValidationFailed(Object.fromEntries(missing.map((field) => [field, { required }])));
}
