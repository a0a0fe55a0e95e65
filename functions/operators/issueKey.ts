import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { asTestKey, identifyApiKey } from "../../shared/platform/apiKey.ts";
import { transact, type Write, write } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { presentKey } from "../../shared/resources/apiKey.ts";
import { createOnce } from "./createOnce.ts";
import { WrongInput } from "./definition.ts";
import { noteRead } from "./reads.ts";

interface NewKey {
  reseller_uuid: string;
  name: string;
  /** Whether the reseller is a sandbox. */
  is_test: boolean;
  is_read_only: boolean;
  allowed_ips: string[] | undefined;
  expires?: ((now: Date) => string) | undefined;
}

/**
 * Stores a new key once and returns it with its record. The writes of `alongside` are in the same
 * transaction; throws ConditionFailed if one of their conditions fails.
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
  const { uuid: _, last_used_at: __, ...shown } = presentKey(stored);
  return { uuid, key, reseller_uuid, ...shown };
}

/** Throws WrongInput if a key is revoked or has expired. */
export function assertValid({ uuid, revoked_at, expires_at }: ApiKeyRecord) {
  if (!revoked_at && !(expires_at && expires_at <= timestamp())) return;
  throw new WrongInput(
    `Key ${uuid} is not valid any more: "key create" issues another one to the reseller.`,
  );
}

/** The record of a key; throws WrongInput if there is none. */
export async function requireKey(uuid: string): Promise<ApiKeyRecord> {
  const { data } = await ApiKey.get({ uuid }).go({ consistent: true });
  if (data === null) throw noKey(uuid);
  noteRead("key", data);
  return data;
}

export function noKey(uuid: string) {
  return new WrongInput(`There is no key ${uuid}: "key list" shows a reseller's.`);
}

/** A key as operators see it. */
export function describeKey(apiKey: ApiKeyRecord) {
  return { ...presentKey(apiKey), revoked_at: apiKey.revoked_at ?? null };
}
