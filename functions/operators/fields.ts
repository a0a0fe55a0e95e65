import * as z from "zod/mini";
import { isOneLine } from "../../shared/fields/fields.ts";
import { hasFourDigitYear } from "../../shared/fields/validationErrors.ts";
import { parseNetwork } from "../../shared/http/authorize.ts";
import { isWellFormedApiKey } from "../../shared/platform/apiKey.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { parseUuid } from "../../shared/platform/uuid.ts";

/** @file The schemas of the fields of operators' commands. A message names the option as it is typed. */

const MAX_LENGTH = 255;

/** A trimmed text of 1 to `most` characters (code points). */
export function text(what: string, most = MAX_LENGTH) {
  return z.string(lengthError(what, most)).check(z.trim(), hasLength(what, most));
}

function hasLength(what: string, most = MAX_LENGTH) {
  const fits = ({ length }: string[]) => length > 0 && length <= most;
  return z.refine<string>((value) => fits([...value]), lengthError(what, most));
}

function lengthError(what: string, most = MAX_LENGTH) {
  return `${what} must be a text of 1 to ${most} characters.`;
}

/** Trims a text and replaces each run of spaces, of any width, with one space. */
export function singleSpaced() {
  return z.overwrite<string>((value) => value.trim().replace(/\p{Zs}+/gu, " "));
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name that an operator gives: one line with single spaces and at least one visible character. */
export function nameOf(what: string) {
  const error = `${what} must be one line that can be read, without control characters.`;
  return z.string(lengthError(what)).check(
    singleSpaced(),
    hasLength(what),
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

/** A switch; absent means false. */
export function flag(what: string) {
  return z.optional(z.boolean(`${what} must be true or false.`));
}

/** A whole number from `least` to `most`, also as digits. */
export function wholeNumber(
  option: string,
  { least = 1, most, unit }: { least?: number; most: number; unit?: string },
) {
  const of = unit ? ` of ${unit}` : "";
  const error = `${option} must be a whole number${of} from ${least} to ${most}.`;
  return z.pipe(
    z.transform((value) =>
      typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
    z.int(error).check(z.gte(least, error), z.lte(most, error)),
  );
}

/** The longest sort key of DynamoDB, in bytes. */
const LONGEST_KEY = 1024;

/** The `next` of a page: the wanted page begins after it. */
export const after = z.optional(text("--after", LONGEST_KEY));

/** A time, as a Date. */
export function time(option: string) {
  const error = `${option} must be a time such as 2026-11-23 or 2026-11-23T09:30:00Z.`;
  return z.optional(
    z.pipe(
      z.string(error).check(z.refine((value) => hasFourDigitYear(new Date(value)), error)),
      z.transform((value: string) => new Date(value)),
    ),
  );
}

/** The option of the command line for a field: `--country-code`. */
export function optionOf(field: string): string {
  return `--${field.replaceAll("_", "-")}`;
}

const MOST_NETWORKS = 50;
const NETWORK_COUNT = `--allow-ip can be given 1 to ${MOST_NETWORKS} times.`;
const NETWORK_FORM =
  "--allow-ip must be an IP address or a network: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, for example.";

/** The networks that a key is accepted from, normalised and without duplicates. */
export const networks = z.optional(
  z.pipe(
    z
      .array(
        z.pipe(
          z.string(NETWORK_FORM).check(z.trim()),
          z.transform((value, { issues }) => {
            const network = parseNetwork(value);
            if (network !== undefined) return network;
            issues.push({ code: "custom", message: NETWORK_FORM, input: value });
            return z.NEVER;
          }),
        ),
        NETWORK_COUNT,
      )
      .check(z.minLength(1, NETWORK_COUNT), z.maxLength(MOST_NETWORKS, NETWORK_COUNT)),
    z.transform((networks: string[]) => [...new Set(networks)]),
  ),
);

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 100 * HOURS.y * HOUR_MS;
const DURATION = /^(\d{1,6})([hdwy])$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DURATIONS = "a whole number and h (hours), d (days), w (weeks) or y (years of 365 days)";
const EXPIRY = `--expires must be a date to come, 2027-01-31 for example, or ${DURATIONS}, 90d for example: above 0, and 100 years at most.`;
const OVERLAP = `--overlap must be ${DURATIONS}, 24h for example; 0h ends the old key at once.`;

/** The milliseconds of a duration such as `90d`; undefined for another text. */
function durationOf(value: string): number | undefined {
  const [, count, unit] = DURATION.exec(value) ?? [];
  return unit === undefined
    ? undefined
    : Number(count) * HOURS[unit as keyof typeof HOURS] * HOUR_MS;
}

/** The end of a day in UTC; undefined for another text. */
function endOf(value: string): number | undefined {
  const begin = Date.parse(value);
  const isDay = DATE.test(value) && new Date(begin).toISOString().startsWith(value);
  return isDay ? begin + DAY_MS : undefined;
}

/** When a key expires: after a duration (`90d`), or at the end of a day (`2027-01-31`). */
export const expiry = z.pipe(
  z.string(EXPIRY),
  z.transform((value, { issues }) => {
    const duration = durationOf(value);
    const end = endOf(value);
    const left = duration ?? (end ?? 0) - Date.now();
    if (left > 0 && left <= LONGEST_MS) {
      return (now: Date) => timestamp(new Date(end ?? now.getTime() + left));
    }
    issues.push({ code: "custom", message: EXPIRY, input: value });
    return z.NEVER;
  }),
);

/** How long an old key stays valid, in milliseconds: `24h`. */
export const overlap = z.pipe(
  z.string(OVERLAP),
  z.transform((value, { issues }) => {
    const duration = durationOf(value);
    if (duration !== undefined && duration <= LONGEST_MS) return duration;
    issues.push({ code: "custom", message: OVERLAP, input: value });
    return z.NEVER;
  }),
);

const NEW_KEY = "key must be an API key.";

/** A key that the command line has generated. */
export const newKey = z.string(NEW_KEY).check(z.refine(isWellFormedApiKey, NEW_KEY));
