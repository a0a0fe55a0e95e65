import * as z from "zod/mini";
import { type Address, mergeAddress } from "../../shared/fields/address.ts";
import { anyText, countryCode, phoneNumber, text } from "../../shared/fields/fields.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { business_uuid } from "./business.ts";
import { command, singleSpaced, WrongInput } from "./command.ts";
import { noRecord, requireOwned } from "./records.ts";

/** As an onboarding takes them, but for white space; what may be empty may be left out, too. */
const fields = {
  address_line_1: z.optional(typed(text("--address-line-1"))),
  address_line_2: z.optional(typed(anyText("--address-line-2"))),
  address_line_3: z.optional(typed(anyText("--address-line-3"))),
  city: z.optional(typed(text("--city"))),
  county: z.optional(typed(anyText("--county"))),
  postcode: z.optional(typed(anyText("--postcode"))),
  phone_number: z.optional(phoneNumber("--phone-number")),
  country_code: z.optional(countryCode("--country-code")),
};
type Field = keyof typeof fields;

/**
 * Sets what is named of the address and phone number that the listings audit looks for, and keeps
 * the rest; a business that has none yet needs all that an onboarding asks for.
 */
export const setBusinessAddress = command(
  { uuid: business_uuid, ...fields },
  async ({ uuid, ...given }) => {
    const set = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<Record<Field, string>>;
    if (Object.keys(set).length === 0) {
      throw new WrongInput(
        `Nothing to change: give one or more of ${(Object.keys(fields) as Field[]).map(optionOf).join(", ")}.`,
      );
    }
    const { reseller_uuid } = await requireOwned("business", uuid);
    const business = await unlessGone(
      changeListed(businesses, { reseller_uuid, uuid }, (found) => ({
        set: { address: wholeAddress(found.address, set) },
      })),
    );
    if (business === undefined) throw noRecord("business", uuid);
    return { uuid, name: business.name, ...business.address, updated_at: business.updated_at };
  },
);

/** With single spaces, before it is looked at. */
function typed(field: ReturnType<typeof text>) {
  return z.pipe(z.string("The address must be made of texts.").check(singleSpaced()), field);
}

function wholeAddress(found: Address | undefined, set: Partial<Address>): Address {
  const merged = mergeAddress(found, set);
  if ("address" in merged) return merged.address;
  throw new WrongInput(
    `The business has no address yet: give ${merged.missing.map(optionOf).join(", ")} as well.`,
  );
}

function optionOf(field: Field): string {
  return `--${field.replaceAll("_", "-")}`;
}
