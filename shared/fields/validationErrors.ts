import * as z from "zod/mini";
import { type FieldErrors, ValidationFailed } from "../platform/errors.ts";
import { daysLater } from "../platform/time.ts";
import { parseUuid } from "../platform/uuid.ts";

/** The rule keys of a validation error. */
export type Rule =
  | "required"
  | "type"
  | "length"
  | "format"
  | "options"
  | "unique"
  | "exists"
  | "min"
  | "max"
  | "mismatch";

/** A rule in the keywords of JSON Schema, if it can be expressed in them: `{maxLength: 255}`. */
export type Keywords = Readonly<Record<string, unknown>>;

/**
 * A check and the rule that it reports. The first check that fails is the only one reported. A check of
 * an object names the `field` to report. The API's description shows the text and the `keywords`.
 */
export function rule<Value>(
  name: Rule,
  text: string,
  holds: (value: Value) => boolean,
  { field, keywords }: { field?: string; keywords?: Keywords } = {},
) {
  const path = field === undefined ? [] : [field];
  const params = { rule: name, keywords };
  return z.refine<Value>(holds, { error: text, params, path, abort: true });
}

/**
 * Checks a request's query and body. Throws ValidationFailed with the first broken rule of each field,
 * which is named as the client knows it: `hostname`, `business.hostname`, `page`; and with the errors `before`.
 */
export function validate<Output>(
  schema: z.ZodMiniType<Output>,
  request: unknown,
  before: FieldErrors = {},
): Output {
  const result = schema.safeParse(request, { reportInput: true });
  if (result.success && Object.keys(before).length === 0) return result.data;
  const errors = { ...before };
  for (const issue of result.error?.issues ?? []) {
    const field = fieldName(issue.path);
    errors[field] ??= brokenRule(issue, field);
  }
  throw new ValidationFailed(errors);
}

/** `["body", "products", 3]` is the field `products`: an error of an element is one of its field. */
function fieldName([, ...path]: PropertyKey[]): string {
  const end = path.findIndex((part) => typeof part === "number");
  return path.slice(0, end === -1 ? undefined : end).join(".");
}

function brokenRule(issue: z.core.$ZodIssue, field: string): Record<string, string> {
  if (issue.code === "custom") return { [String(issue.params?.["rule"])]: issue.message };
  if (issue.code !== "invalid_type") throw new Error(`No rule for the check ${issue.code}`);
  const label = labelOf(field);
  if (issue.input === undefined) return { required: `${label} is required` };
  const isElement = typeof issue.path.at(-1) === "number";
  const type = isElement ? "an array of strings" : (TYPES[issue.expected] ?? issue.expected);
  return { type: `${label} must be ${type}` };
}

const TYPES: Record<string, string> = {
  string: "a string",
  array: "an array",
  object: "an object",
  number: "a number",
  boolean: "true or false",
};

/** The labels of fields whose names are not words. */
const LABELS: Readonly<Record<string, string>> = {
  q: "Search text",
  per_page: "Page size",
  starts_at: "Start time",
  ends_at: "End time",
  expires_at: "Expiry time",
};

/** What texts call a field: "Phone number" for `business.phone_number`, "Business UUID" for `businessUuid`. */
function labelOf(field: string): string {
  const name = field.split(".").at(-1) ?? field;
  const words = name.replaceAll(/_?uuid$/gi, " UUID").replaceAll("_", " ");
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A query parameter with the UUID of a record, in lower case. A parameter that is sent twice is refused. */
export function uuidParameter(name: string) {
  return z.pipe(
    z.string().check(
      rule(
        "format",
        `${labelOf(name)} must be one valid UUID`,
        (value) => parseUuid(value) !== undefined,
        {
          keywords: { format: "uuid" },
        },
      ),
    ),
    z.transform((value: string) => value.toLowerCase()),
  );
}

/** A query parameter or an element of a field that must be one of these words. */
export function oneOf<const Word extends string>(name: string, words: readonly Word[]) {
  return z.pipe(
    z
      .string()
      .check(
        rule(
          "options",
          `${labelOf(name)} must be one of ${words.join(", ")}`,
          (value) => words.some((word) => word === value),
          { keywords: { enum: words } },
        ),
      ),
    z.transform((value: string) => value as Word),
  );
}

/** The query parameters of a request that its endpoint does not know. */
export function unknownParameters(
  query: z.ZodMiniType | undefined,
  sent: Record<string, string | undefined> = {},
): string[] {
  const { shape = {} } = (query as z.ZodMiniObject | undefined)?.def ?? {};
  return Object.keys(sent).filter((name) => !Object.hasOwn(shape, name));
}

/**
 * An array of at most `most` elements, of which only `most + 1` are checked. Each invalid element is an
 * issue for zod, whose stack overflows before the 130,000 elements that fit into a body.
 */
export function shortArray<Item extends z.ZodMiniType>(
  most: number,
  text: string,
  list: z.ZodMiniArray<Item>,
) {
  const cut = (value: unknown) =>
    (Array.isArray(value) ? value.slice(0, most + 1) : value) as z.input<Item>[];
  const limit = rule<unknown[]>("max", text, (items) => items.length <= most, {
    keywords: { maxItems: most },
  });
  return z.pipe(z.transform(cut), list.check(limit));
}

/** RFC 3339, in which `T` and `Z` may be in lower case (5.6). */
const TIMESTAMP = z.regexes.datetime({ offset: true });

/** Whether a time is valid and its year in UTC has four digits: with an offset, the end of 9999 can be in the year 10000. */
export function hasFourDigitYear(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/** A query parameter in which spaces become plus signs again: an unencoded plus arrives as a space. */
export const unspaced = z.pipe(
  z.string(),
  z.transform((value: string) => value.replaceAll(" ", "+")),
);

/** A time of RFC 3339: ISO 8601 with seconds and an offset or `Z`. */
export function timestampParameter(name: string) {
  return z.pipe(
    unspaced,
    z.pipe(
      z
        .string()
        .check(
          rule(
            "format",
            `${labelOf(name)} must be a time such as 2026-01-31T09:30:00+00:00`,
            (value) => TIMESTAMP.test(value.toUpperCase()) && hasFourDigitYear(new Date(value)),
            { keywords: { format: "date-time" } },
          ),
        ),
      z.transform((value: string) => new Date(value)),
    ),
  );
}

/** This century only, so that the days before and after also have four-digit years. */
const DAY = /^20\d\d-\d\d-\d\d$/;

const isDay = (value: string) => DAY.test(value) && z.regexes.date.test(value);

/** A day such as 2026-01-31. */
export function dayParameter(label: string) {
  return z.string().check(
    rule("format", `${label} must be a day such as 2026-01-31`, isDay, {
      keywords: { format: "date" },
    }),
  );
}

/** Throws ValidationFailed if `from` is after `to`, or if the range has more than `days` days. */
export function assertRange(from: string, to: string, days: number) {
  if (from > to) throw new ValidationFailed({ from: { max: "From must not be after to" } });
  if (from < daysLater(to, 1 - days)) {
    throw new ValidationFailed({ from: { min: `From must be within ${days} days of to` } });
  }
}

/** The error of a creation whose parent does not exist or belongs to another reseller. */
export function parentMissing(parameter: string): ValidationFailed {
  return new ValidationFailed({
    [parameter]: { exists: `${labelOf(parameter)} must name an existing record` },
  });
}
