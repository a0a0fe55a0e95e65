import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { asTestKey, identifyApiKey } from "../../shared/http/apiKey.ts";
import { transact, type Write, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { WrongInput } from "./command.ts";
import { createOnce } from "./createOnce.ts";

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
