import * as z from "zod/mini";
import { rule } from "../fields/validationErrors.ts";
import { ValidationFailed } from "../platform/errors.ts";
import { daysLater } from "../platform/time.ts";

/** This century only, so that the days before and after also have four-digit years. */
const DAY = /^20\d\d-\d\d-\d\d$/;

const isDay = (value: string) => DAY.test(value) && z.regexes.date.test(value);

/** A query parameter with a day. */
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
