/**
 * @file The schemas of fields that several bodies have. A field's texts begin with its label.
 */

import { iso31661Alpha2ToAlpha3 } from "iso-3166/1-a2-to-1-a3.js";
import * as z from "zod/mini";
import { isE164, isEmailAddress } from "./contact.ts";
import { ownUrl, siteUrl } from "./siteUrl.ts";
import { type Keywords, rule } from "./validationErrors.ts";

/** Lengths count characters (code points), as a reader does, and JSON Schema. */
function atMost(maxLength: number, text: string) {
  return rule(
    "length",
    text,
    (value: string) => value.length <= maxLength || [...value].length <= maxLength,
    { keywords: { maxLength } },
  );
}

/** Control characters, VT, FF and NEL among them, and the line ends U+2028 and U+2029. */
const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a text is one line, without characters that would break a mail's headers or a log line. */
export function isOneLine(value: string): boolean {
  return value.isWellFormed() && !LINE_BREAK.test(value);
}

const oneLine = (label: string) =>
  rule("format", `${label} must be one line of valid Unicode`, isOneLine);

/** White space, what Unicode calls ignorable or format characters, and the blank Braille pattern. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u;

/** Invisible characters alone are empty. */
const notEmpty = (label: string) =>
  rule("required", `${label} must not be empty`, (value: string) => !INVISIBLE.test(value), {
    keywords: { minLength: 1 },
  });

const noCredentials = (label: string) =>
  rule("format", `${label} must not have a user name or password`, (value: string) => {
    const url = siteUrl(value);
    return !url || (url.username === "" && url.password === "");
  });

/** A string that may be empty, of at most 255 characters. */
export function anyText(label: string, maximum = 255) {
  return z
    .string()
    .check(atMost(maximum, `${label} must be <= ${maximum} characters`), oneLine(label));
}

/** A string of 1 to 255 characters. */
export function text(label: string) {
  return anyText(label).check(notEmpty(label));
}

/** A text in a certain form. Its base decides whether it may be empty. */
function formatted(
  label: string,
  form: string,
  {
    holds,
    base = text,
    ...more
  }: { holds: (value: string) => boolean; base?: typeof text; keywords: Keywords },
) {
  return base(label).check(
    rule("format", `${label} must be ${form}`, (value) => value === "" || holds(value), more),
  );
}

/** The name of a business: 1 to 99 characters (section 7 of the specification). */
export const businessName = z
  .string()
  .check(
    atMost(99, "Business name must be < 100 characters"),
    oneLine("Business name"),
    notEmpty("Business name"),
  );

/** The host name or URL of a site: 1 to 254 characters (section 7 of the specification). */
export const hostname = z.string().check(
  // The wording is the specification's.
  atMost(254, "Hostname name must be < 255 characters"),
  notEmpty("Hostname"),
  noCredentials("Hostname"),
  rule("format", "Hostname must be a host name or an http(s) URL", isHostname),
);

export const email = (label: string) =>
  anyText(label, 254).check(
    notEmpty(label),
    rule("format", `${label} must have the form name@example.com`, isEmailAddress, {
      keywords: { format: "email" },
    }),
  );

/** An absolute http or https URL, without user name and password; with `anyText` as the base also "". */
export const httpUrl = (label: string, base: typeof text = text) =>
  formatted(label, "an http or https URL", {
    holds: (value) => isHostname(value) && ownUrl(value) !== undefined,
    base: (name) => base(name).check(noCredentials(name)),
    keywords: {},
  });

const LOCALE = /^[a-z]{2}-[A-Z]{2}$/;

/** `ll-RR`, as in `en-GB`. */
export const languagePreference = (label: string) =>
  formatted(label, "a locale such as en-GB", {
    holds: (value) => LOCALE.test(value),
    keywords: { pattern: LOCALE.source },
  });

/** ISO 3166-1 alpha-2 and XK; with `anyText` as the base also "". */
export const countryCode = (label: string, base: typeof text = text) =>
  formatted(label, "a two-letter ISO 3166-1 country code", {
    holds: isCountryCode,
    base,
    keywords: { pattern: "^([A-Z]{2})?$" },
  });

/** E.164 with the leading plus; with `anyText` as the base also "". */
export const phoneNumber = (label: string, base: typeof text = text) =>
  formatted(label, "in international format, as in +442071838750", {
    holds: isE164,
    base,
    keywords: { pattern: "^(\\+[1-9][0-9]{1,14})?$" },
  });

const SPACE_OR_CONTROL = /[\s\p{Cc}]/u;

/** Whether the text is a website's URL or host name. */
function isHostname(value: string): boolean {
  return !SPACE_OR_CONTROL.test(value) && value.isWellFormed() && siteUrl(value) !== undefined;
}

/** Whether a text is a code of ISO 3166-1 alpha-2 in capitals: an assigned one, or XK, which Kosovo uses. */
function isCountryCode(value: string): boolean {
  return value === "XK" || Object.hasOwn(iso31661Alpha2ToAlpha3, value);
}
