import * as z from "zod/mini";
import { rule } from "../http/validation.ts";
import { isCountryCode } from "./countryCodes.ts";
import { ownUrl, siteUrl } from "./siteUrl.ts";

/** The schemas of fields that several bodies have. A field's texts begin with its label. */

/** Lengths count characters (code points), as a reader does. */
function isAtMost(length: number) {
  return (value: string) => value.length <= length || [...value].length <= length;
}

/** One line of text: what could break the headers of a mail, or a log, is no part of a name. */
const oneLine = (label: string) =>
  rule(
    "format",
    `${label} must be one line of valid Unicode`,
    (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value),
  );

const notEmpty = (label: string) =>
  rule("required", `${label} must not be empty`, (value: string) => value !== "");

/** A string that may be empty, of at most 255 characters. */
export function anyText(label: string, maximum = 255) {
  return z
    .string()
    .check(
      rule("length", `${label} must be <= ${maximum} characters`, isAtMost(maximum)),
      oneLine(label),
    );
}

/** A string of 1 to 255 characters. */
export function text(label: string) {
  return anyText(label).check(notEmpty(label));
}

/** A text with a form of its own. */
function formatted(label: string, form: string, holds: (value: string) => boolean) {
  return text(label).check(rule("format", `${label} must be ${form}`, holds));
}

/** The name of a business: 1 to 99 characters (section 7 of the specification). */
export const businessName = z
  .string()
  .check(
    rule("length", "Business name must be < 100 characters", isAtMost(99)),
    oneLine("Business name"),
    notEmpty("Business name"),
  );

/** The host name or URL of a site: 1 to 254 characters (section 7 of the specification). */
export const hostname = z
  .string()
  .check(
    rule("length", "Hostname name must be < 255 characters", isAtMost(254)),
    notEmpty("Hostname"),
    rule("format", "Hostname must be a host name or an http(s) URL", isHostname),
  );

/** An absolute http or https URL that webhooks are sent to. */
export const endpointUrl = (label: string) =>
  formatted(
    label,
    "an http or https URL",
    (value) => isHostname(value) && ownUrl(value) !== undefined,
  );

export const email = (label: string) =>
  anyText(label, 254).check(
    notEmpty(label),
    rule("format", `${label} must be an e-mail address`, (value) => z.regexes.email.test(value)),
  );

/** `ll-RR`, as in `en-GB`. */
export const languagePreference = (label: string) =>
  formatted(label, "a locale such as en-GB", (value) => /^[a-z]{2}-[A-Z]{2}$/.test(value));

/** ISO 3166-1 alpha-2. */
export const countryCode = (label: string) =>
  formatted(label, "a two-letter ISO 3166-1 country code", isCountryCode);

/** E.164 with the leading plus. */
export const phoneNumber = (label: string) =>
  formatted(label, "in international format, as in +442071838750", isE164);

export function isE164(value: string): boolean {
  return /^\+[1-9][0-9]{1,14}$/.test(value);
}

const SPACE_OR_CONTROL = /[\s\p{Cc}]/u;

/** Whether the text is a website's URL or host name, and holds no user name or password. */
function isHostname(value: string): boolean {
  if (SPACE_OR_CONTROL.test(value) || !value.isWellFormed()) return false;
  const url = siteUrl(value);
  return url !== undefined && url.username === "" && url.password === "";
}
