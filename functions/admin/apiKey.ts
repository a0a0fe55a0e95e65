import * as z from "zod/mini";
import type { ApiKeyRecord } from "../../shared/entities/apiKey.ts";

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
const LONGEST_YEARS = 100;
const FORMAT = /^(\d{1,6})([hdwy])$/;
const MESSAGE =
  "--expires-in must be a whole number above 0 and h (hours), d (days), w (weeks) or y (years of 365 days), 100 years at most: for example 90d.";

/** A stretch of time from now on, `90d` for example, in milliseconds. */
export const expires_in = z.pipe(
  z.string(MESSAGE),
  z.transform((given, { issues }) => {
    const [, count, unit] = FORMAT.exec(given) ?? [];
    const hours = Number(count) * HOURS[unit as keyof typeof HOURS];
    if (hours > 0 && hours <= LONGEST_YEARS * HOURS.y) return hours * 3_600_000;
    issues.push({ code: "custom", message: MESSAGE, input: given });
    return z.NEVER;
  }),
);

/** What an operator is told of a key: neither the key, which nobody has, nor its hash. */
export function presentKey(apiKey: ApiKeyRecord) {
  const { uuid, name, created_at } = apiKey;
  const { last_used_at = null, expires_at = null, revoked_at = null } = apiKey;
  return { uuid, name, created_at, last_used_at, expires_at, revoked_at };
}
