import * as z from "zod/mini";
import { isOneLine } from "../../shared/fields/fields.ts";
import { hasFourDigitYear } from "../../shared/fields/validationErrors.ts";
import { parseNetwork } from "../../shared/http/addresses.ts";
import { DAY_MS, timestamp } from "../../shared/platform/time.ts";
import { parseUuid } from "../../shared/platform/uuid.ts";
import type { Field } from "./definition.ts";

/** @file The rules of the fields of operators' commands. A rule's messages name the field as it is typed. */

type Rule<Schema extends z.ZodMiniType> = (typed: string) => Schema;

/** A field of the command line. `usage` is `<text>` for an argument, `--name <name>` for an option. */
export function field<Schema extends z.ZodMiniType>(
  usage: string,
  help: string,
  rule: Rule<Schema>,
): Field<Schema> {
  const [word = ""] = usage.replace("[no-]", "").split(" ");
  const typed = word.startsWith("<") ? word.slice(1, -1).toUpperCase() : word;
  return { usage, help, schema: rule(typed) };
}

/** A field that may be absent. */
export function option<Schema extends z.ZodMiniType>(
  usage: string,
  help: string,
  rule: Rule<Schema>,
): Field<z.ZodMiniOptional<Schema>> {
  return field(usage, help, (typed) => z.optional(rule(typed)));
}

/** A switch; absent means false. `--[no-]name` is a pair of switches. */
export function flag(usage: string, help: string) {
  return option(usage, help, (typed) => z.boolean(`${typed} must be true or false.`));
}

export const MAX_LENGTH = 255;

function lengthError(typed: string) {
  return `${typed} must be a text of 1 to ${MAX_LENGTH} characters.`;
}

function hasLength(typed: string) {
  return z.refine<string>((value) => {
    const { length } = [...value];
    return length > 0 && length <= MAX_LENGTH;
  }, lengthError(typed));
}

/** A trimmed text of 1 to 255 characters (code points). */
export function text(typed: string) {
  return z.string(lengthError(typed)).check(z.trim(), hasLength(typed));
}

/** Trims a text and replaces each run of spaces, of any width, with one space. */
export function singleSpaced() {
  return z.overwrite<string>((value) => value.trim().replace(/\p{Zs}+/gu, " "));
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name: one line with single spaces and at least one visible character. */
export function line(typed: string) {
  const error = `${typed} must be one line that can be read, without control characters.`;
  return z.string(lengthError(typed)).check(
    singleSpaced(),
    hasLength(typed),
    z.refine((value) => value === "" || (isOneLine(value) && VISIBLE.test(value)), error),
  );
}

/** A UUID, made lower case. `source` is the command that lists the existing ones. */
export function uuid(what: string, source?: string) {
  const advice = source === undefined ? "" : `: "${source}" shows it`;
  const error = `${what} must be given by its uuid${advice}.`;
  return z.string(error).check(
    z.refine((value) => parseUuid(value) !== undefined, error),
    z.toLowerCase(),
  );
}

/** A whole number from 1 to `most`, also as digits. */
export function wholeNumber({ most, unit }: { most: number; unit?: string }) {
  return (typed: string) => {
    const error = `${typed} must be a whole number${unit ? ` of ${unit}` : ""} from 1 to ${most}.`;
    return z.pipe(
      z.transform((value) =>
        typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value,
      ),
      z.int(error).check(z.gte(1, error), z.lte(most, error)),
    );
  };
}

/** A time, as a Date. */
export function time(typed: string) {
  const error = `${typed} must be a time such as 2026-11-23 or 2026-11-23T09:30:00Z.`;
  return z.pipe(
    z.string(error).check(z.refine((value) => hasFourDigitYear(new Date(value)), error)),
    z.transform((value: string) => new Date(value)),
  );
}

/** The option of the command line for a field: `--country-code`. */
export function optionOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

const MOST_NETWORKS = 50;

/** Networks that a key is accepted from, normalised and without duplicates. */
export function networks(typed: string) {
  const count = `${typed} can be given 1 to ${MOST_NETWORKS} times.`;
  const form = `${typed} must be an IP address or a network: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, for example.`;
  const network = z.pipe(
    z.string(form).check(z.trim()),
    z.transform((value, { issues }) => {
      const parsed = parseNetwork(value);
      if (parsed !== undefined) return parsed;
      issues.push({ code: "custom", message: form, input: value });
      return z.NEVER;
    }),
  );
  return z.pipe(
    z.array(network, count).check(z.minLength(1, count), z.maxLength(MOST_NETWORKS, count)),
    z.transform((all: string[]) => [...new Set(all)]),
  );
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** When a number of days (`90d`) or a day in UTC (`2027-01-31`) is over; NaN for another text. */
function endOf(value: string): number {
  const [, days] = /^(\d{1,5})d$/.exec(value) ?? [];
  if (days !== undefined) return Date.now() + Number(days) * DAY_MS;
  const begin = Date.parse(value);
  const isDay = DATE.test(value) && new Date(begin).toISOString().startsWith(value);
  return isDay ? begin + DAY_MS : Number.NaN;
}

/** When a key expires: after some days (`90d`), or at the end of a day (`2027-01-31`). */
export function expiry(typed: string) {
  const error = `${typed} must be a future date, such as 2027-01-31, or a number of days, such as 90d.`;
  const isFuture = (value: string) =>
    endOf(value) > Date.now() && hasFourDigitYear(new Date(endOf(value)));
  return z.pipe(
    z.string(error).check(z.refine(isFuture, error)),
    z.transform((value: string) => timestamp(new Date(endOf(value)))),
  );
}
