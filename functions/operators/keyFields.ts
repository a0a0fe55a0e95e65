import * as z from "zod/mini";
import { isWellFormedApiKey } from "../../shared/http/apiKey.ts";
import { parseNetwork } from "../../shared/http/authorize.ts";
import { timestamp } from "../../shared/time.ts";
import { flag, uuid } from "./command.ts";

export const key_uuid = uuid("The key", "key list");

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 100 * HOURS.y * HOUR_MS;
const DURATION = /^(\d{1,6})([hdwy])$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DURATIONS = "a whole number and h (hours), d (days), w (weeks) or y (years of 365 days)";
const MESSAGE = `--expires must be a date to come, 2027-01-31 for example, or ${DURATIONS}, 90d for example: above 0, and 100 years at most.`;
const OVERLAP = `--overlap must be ${DURATIONS}, 24h for example; 0h ends the old key at once.`;

const MOST_NETWORKS = 50;
const COUNT = `--allow-ip can be given 1 to ${MOST_NETWORKS} times.`;
const FORM =
  "--allow-ip must be an IP address or a network: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, for example.";

/** Whether the key is accepted for GET and HEAD only. */
export const read_only = flag("--read-only");

/** The networks that a key is accepted from, normalised and without duplicates. */
export const allow_ip = z.optional(
  z.pipe(
    z
      .array(
        z.pipe(
          z.string(FORM).check(z.trim()),
          z.transform((given, { issues }) => {
            const network = parseNetwork(given);
            if (network !== undefined) return network;
            issues.push({ code: "custom", message: FORM, input: given });
            return z.NEVER;
          }),
        ),
        COUNT,
      )
      .check(z.minLength(1, COUNT), z.maxLength(MOST_NETWORKS, COUNT)),
    z.transform((networks: string[]) => [...new Set(networks)]),
  ),
);

/** The milliseconds of a duration such as `90d`; undefined for another text. */
function durationOf(given: string): number | undefined {
  const [, count, unit] = DURATION.exec(given) ?? [];
  return unit === undefined
    ? undefined
    : Number(count) * HOURS[unit as keyof typeof HOURS] * HOUR_MS;
}

/** The end of a day in UTC; undefined for another text. */
function endOf(given: string): number | undefined {
  const begin = Date.parse(given);
  const isDay = DATE.test(given) && new Date(begin).toISOString().startsWith(given);
  return isDay ? begin + DAY_MS : undefined;
}

/** When a key expires: after a duration (`90d`), or at the end of a day (`2027-01-31`). */
export const expires = z.pipe(
  z.string(MESSAGE),
  z.transform((given, { issues }) => {
    const duration = durationOf(given);
    const end = endOf(given);
    const left = duration ?? (end ?? 0) - Date.now();
    if (left > 0 && left <= LONGEST_MS) {
      return (now: Date) => timestamp(new Date(end ?? now.getTime() + left));
    }
    issues.push({ code: "custom", message: MESSAGE, input: given });
    return z.NEVER;
  }),
);

/** How long an old key stays valid, in milliseconds: `24h`. */
export const overlap = z.pipe(
  z.string(OVERLAP),
  z.transform((given, { issues }) => {
    const duration = durationOf(given);
    if (duration !== undefined && duration <= LONGEST_MS) return duration;
    issues.push({ code: "custom", message: OVERLAP, input: given });
    return z.NEVER;
  }),
);

const NEW_KEY = "key must be an API key.";

/** A key that the caller has generated. */
export const newKey = z.string(NEW_KEY).check(z.refine(isWellFormedApiKey, NEW_KEY));
