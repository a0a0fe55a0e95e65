import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  searchPhoneNumbersInText,
} from "libphonenumber-js/min";
import { isE164 } from "../../fields/fields.ts";

const LONGEST_NUMBER = 100;
/** Searching a text for numbers is slow; these bounds keep hostile ones below a second. */
const MOST_BLOCKS = 200;
const LONGEST_BLOCK = 300;
const HAS_DIGITS = /(?:\d\D*){6}/;
const LONGEST_LABEL = 20;

/**
 * Country code domains that are sold for what their letters look like: few of their sites are in that
 * country.
 */
const SOLD_ANYWHERE = new Set(
  "AC AI AM BZ CC CF CO FM GA GG GL GQ IO LA LY ME ML MN NU SC SH TK TO TV VC WS".split(" "),
);

/** The country of a site's national numbers: that of its address, or else of its domain. */
export function regionOf(country: string, hostname: string): CountryCode | undefined {
  const domain = hostname.split(".").at(-1)?.toUpperCase().replace(/^UK$/, "GB") ?? "";
  const region = country || (SOLD_ANYWHERE.has(domain) ? "" : domain);
  return isSupportedCountry(region) ? region : undefined;
}

/** A phone number in E.164; "" when the text holds none, or a national one without a region. */
export function readPhone(text: string, region: CountryCode | undefined): string {
  const written = text.slice(0, LONGEST_NUMBER).replace(/^\s*00(?=[1-9])/, region ? "00" : "+");
  return inE164(parsePhoneNumberFromString(written, region));
}

/** The first phone number in blocks of text that is not labelled as a fax; "" when there is none. */
export function findPhone(blocks: string[], region: CountryCode | undefined): string {
  const places = blocks.flatMap((block, index) =>
    HAS_DIGITS.test(block.slice(0, LONGEST_BLOCK)) ? index : [],
  );
  for (const index of places.slice(0, MOST_BLOCKS)) {
    const text = blocks[index]?.slice(0, LONGEST_BLOCK) ?? "";
    for (const { number, startsAt } of searchPhoneNumbersInText(text, region)) {
      const before = `${blocks[index - 1] ?? ""} ${text.slice(0, startsAt)}`;
      const phone = inE164(number);
      if (phone && !/fax\W*$/i.test(before.slice(-LONGEST_LABEL))) return phone;
    }
  }
  return "";
}

function inE164(phone: { number: string; isValid(): boolean } | undefined): string {
  return phone?.isValid() && isE164(phone.number) ? phone.number : "";
}
