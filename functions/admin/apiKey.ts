import * as z from "zod/mini";
import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { asTestKey, identifyApiKey, isWellFormedApiKey } from "../../shared/http/apiKey.ts";
import { transact, type Write, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { uuid, WrongInput } from "./command.ts";
import { createOnce } from "./createOnce.ts";

const HOURS = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 100 * HOURS.y * HOUR_MS;
const DURATION = /^(\d{1,6})([hdwy])$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DURATIONS = "a whole number and h (hours), d (days), w (weeks) or y (years of 365 days)";
const MESSAGE = `--expires must be a date to come, 2027-01-31 for example, or ${DURATIONS}, 90d for example: above 0, and 100 years at most.`;
const OVERLAP = `--overlap must be ${DURATIONS}, 24h for example; 0h ends the old key at once.`;

export const key_uuid = uuid("The key", "key list");

/** The milliseconds of `90d`; undefined for anything else. */
function durationOf(given: string): number | undefined {
  const [, count, unit] = DURATION.exec(given) ?? [];
  return unit === undefined
    ? undefined
    : Number(count) * HOURS[unit as keyof typeof HOURS] * HOUR_MS;
}

/** The end of a day in UTC; undefined for what is no day. */
function endOf(given: string): number | undefined {
  const begin = Date.parse(given);
  const isDay = DATE.test(given) && new Date(begin).toISOString().startsWith(given);
  return isDay ? begin + DAY_MS : undefined;
}

/** When a key expires: `90d` from now on, or at the end of the day `2027-01-31`. */
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

/** A key that whoever asks has made. */
export const newKey = z.string(NEW_KEY).check(z.refine(isWellFormedApiKey, NEW_KEY));

interface NewKey {
  reseller_uuid: string;
  name: string;
  /** Of a reseller that is a sandbox. */
  is_test: boolean;
  is_read_only: boolean;
  allowed_ips: string[] | undefined;
  expires?: ((now: Date) => string) | undefined;
}

/**
 * Stores a key, once, and returns it with what is stored of it. With it `alongside` is written, or
 * neither: throws ConditionFailed.
 */
export async function issueKey(
  given: string,
  { reseller_uuid, name, is_test, is_read_only, allowed_ips, expires }: NewKey,
  alongside: (created_at: string) => Write[] = () => [],
) {
  const key = asTestKey(given, is_test);
  const { uuid, sha256 } = identifyApiKey(key);
  const stored = await createOnce<ApiKeyRecord>({
    find: async () => (await ApiKey.get({ uuid }).go({ consistent: true })).data ?? undefined,
    write: async () => {
      const now = new Date();
      const record = {
        ...{ uuid, sha256, reseller_uuid, name, created_at: timestamp(now) },
        ...(is_test && { is_test }),
        ...(is_read_only && { is_read_only }),
        ...(allowed_ips && { allowed_ips }),
        ...(expires && { expires_at: expires(now) }),
      };
      await transact(
        write(ApiKey, (entity) => entity.create(record).commit()),
        ...alongside(record.created_at),
      );
      return record;
    },
  });
  const { created_at, expires_at = null } = stored;
  return { uuid, key, reseller_uuid, name, ...rightsOf(stored), created_at, expires_at };
}

/** What a key may do, and from where. */
function rightsOf({ is_test = false, is_read_only = false, allowed_ips }: ApiKeyRecord) {
  return { is_test, is_read_only, allowed_ips: allowed_ips ?? null };
}

/** Throws WrongInput where a key can't be used any more. */
export function assertValid({ uuid, revoked_at, expires_at }: ApiKeyRecord) {
  if (!revoked_at && !(expires_at && expires_at <= timestamp())) return;
  throw new WrongInput(
    `Key ${uuid} is not valid any more: "key create" issues another one to the reseller.`,
  );
}

/** A key, without the key; throws WrongInput when there is none. */
export async function requireKey(uuid: string): Promise<ApiKeyRecord> {
  const { data } = await ApiKey.get({ uuid }).go({ consistent: true });
  if (data === null) throw noKey(uuid);
  return data;
}

export function noKey(uuid: string) {
  return new WrongInput(`There is no key ${uuid}: "key list" shows a reseller's.`);
}

/** What an operator is told of a key: neither the key, which nobody has, nor its hash. */
export function presentKey(apiKey: ApiKeyRecord) {
  const { uuid, name, created_at } = apiKey;
  const { last_used_at = null, expires_at = null, revoked_at = null } = apiKey;
  return { uuid, name, ...rightsOf(apiKey), created_at, last_used_at, expires_at, revoked_at };
}
