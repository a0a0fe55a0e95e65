import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { KEY_CACHE_SECONDS } from "../../shared/http/authenticate.ts";
import { asTestKey, generateApiKey, identifyApiKey } from "../../shared/platform/apiKey.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import {
  retryOnConflict,
  transact,
  type Write,
  write,
  writeIfTrue,
} from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { presentKey } from "../../shared/resources/presenters.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { Noted, WrongInput } from "./definition.ts";
import { requireOpenReseller, requireReseller } from "./records.ts";
import { requireSandbox } from "./sandbox.ts";

/** A key as operators see it. */
export function describeKey(apiKey: ApiKeyRecord) {
  return { ...presentKey(apiKey), revoked_at: apiKey.revoked_at ?? null };
}

/** Lists the keys of a reseller and its sandbox, oldest first. May miss a key created within the last second. */
export async function listKeys({ reseller_uuid }: CommandInput<"key list">) {
  const { sandbox_of } = await requireReseller(reseller_uuid);
  const both = sandbox_of ? [reseller_uuid] : [reseller_uuid, twinOf(reseller_uuid)];
  const places = await Promise.all(
    both.map((uuid) => ApiKey.query.ofReseller({ reseller_uuid: uuid }).go({ pages: "all" })),
  );
  const uuids = places.flatMap(({ data }) => data.map(({ uuid }) => uuid));
  // The index holds only some attributes, and lags behind the table.
  const apiKeys = await batchGet(...uuids.map((uuid) => lookup<ApiKeyRecord>(ApiKey, { uuid })));
  return apiKeys
    .filter((apiKey) => apiKey !== undefined)
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    .map(describeKey);
}

/**
 * Issues a key to a reseller, or with `test` to its sandbox, which is made if needed. Only this
 * result ever shows the key.
 */
export async function createKey({
  reseller_uuid,
  name,
  expires,
  test,
  read_only: is_read_only = false,
  allow_ip: allowed_ips,
}: CommandInput<"key create">) {
  return await retryOnConflict(async () => {
    const reseller = await requireOpenReseller(reseller_uuid);
    const { uuid, sandbox_of } = test ? await requireSandbox(reseller) : reseller;
    const rights = { is_test: sandbox_of !== undefined, is_read_only, allowed_ips };
    return await issueKey({ reseller_uuid: uuid, name, ...rights, expires });
  });
}

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
 * Stores a new key and returns it with its record. The writes of `alongside` are in the same
 * transaction; throws ConditionFailed if one of their conditions fails.
 */
async function issueKey(
  { reseller_uuid, name, is_test, is_read_only, allowed_ips, expires }: NewKey,
  alongside: (created_at: string) => Write[] = () => [],
) {
  const key = asTestKey(generateApiKey(), is_test);
  const now = new Date();
  const record = {
    ...{ ...identifyApiKey(key), reseller_uuid, name, created_at: timestamp(now) },
    ...(is_test && { is_test }),
    ...(is_read_only && { is_read_only }),
    ...(allowed_ips && { allowed_ips }),
    ...(expires && { expires_at: expires(now) }),
  };
  await transact(
    write(ApiKey, (entity) => entity.create(record).commit()),
    ...alongside(record.created_at),
  );
  const { uuid, last_used_at: _, ...shown } = presentKey(record);
  return { uuid, key, reseller_uuid, ...shown };
}

async function findKey(uuid: string): Promise<ApiKeyRecord | undefined> {
  return (await ApiKey.get({ uuid }).go({ consistent: true })).data ?? undefined;
}

async function requireKey(uuid: string): Promise<ApiKeyRecord> {
  const apiKey = await findKey(uuid);
  if (apiKey === undefined) throw noKey(uuid);
  return apiKey;
}

function noKey(uuid: string) {
  return new WrongInput(`There is no key ${uuid}: "key list" shows a reseller's.`);
}

/** Throws WrongInput if a key is revoked or has expired. */
function assertValid({ uuid, revoked_at, expires_at }: ApiKeyRecord) {
  if (!revoked_at && !(expires_at && expires_at <= timestamp())) return;
  throw new WrongInput(`Key ${uuid} is no longer valid: "key create" issues another one.`);
}

/** Changes the name and rights of a key, and the networks that it is accepted from; omitted fields stay. */
export async function setKey({ uuid, name, read_only, allow_ip, any_ip }: CommandInput<"key set">) {
  if (allow_ip && any_ip) throw new WrongInput("Give --allow-ip or --any-ip, not both.");
  if ((name ?? read_only ?? allow_ip ?? any_ip) === undefined) {
    throw new WrongInput(
      "Nothing to change: give --name, --read-only, --no-read-only, --allow-ip or --any-ip.",
    );
  }
  assertValid(await requireKey(uuid));
  const written = await writeIfTrue(() =>
    ApiKey.patch({ uuid })
      .set({
        ...(name && { name }),
        ...(read_only && { is_read_only: true }),
        ...(allow_ip && { allowed_ips: allow_ip }),
      })
      .remove([
        ...(read_only === false ? (["is_read_only"] as const) : []),
        ...(any_ip ? (["allowed_ips"] as const) : []),
      ])
      .go(),
  );
  if (written === undefined) throw noKey(uuid);
  return new Noted(
    describeKey(await requireKey(uuid)),
    `This takes effect everywhere within ${KEY_CACHE_SECONDS} seconds.`,
  );
}

/** Revokes a key for good. Repeating it keeps the first `revoked_at`. */
export async function revokeKey({ uuid }: CommandInput<"key revoke">) {
  const written = await writeIfTrue(() =>
    ApiKey.patch({ uuid }).ifNotExists({ revoked_at: timestamp() }).go(),
  );
  if (written === undefined) throw noKey(uuid);
  return describeKey(await requireKey(uuid));
}

/**
 * Replaces a key: issues a new one with the same rights, and lets the old one expire after `overlap`.
 * Only this result shows the new key.
 */
export async function rotateKey({ uuid, overlap, expires }: CommandInput<"key rotate">) {
  return await retryOnConflict(async () => {
    const old = await requireKey(uuid);
    const { reseller_uuid, name, is_test = false, is_read_only = false, allowed_ips } = old;
    assertValid(old);
    await requireOpenReseller(reseller_uuid);
    const issued = await issueKey(
      { reseller_uuid, name, is_test, is_read_only, allowed_ips, expires },
      (created_at) => [endKey(old, Date.parse(created_at) + overlap)],
    );
    const { expires_at: old_expires_at = null } = await requireKey(uuid);
    return { ...issued, replaces: uuid, old_expires_at };
  });
}

/** The write that lets a key expire at a time or earlier; fails if its rights have changed since it was read. */
function endKey({ uuid, expires_at, ...old }: ApiKeyRecord, at: number): Write {
  const end = timestamp(new Date(at));
  return write(ApiKey, (entity) =>
    entity
      .patch({ uuid })
      .set({ expires_at: expires_at && expires_at < end ? expires_at : end })
      .where(({ is_read_only, allowed_ips, revoked_at }, { eq, notExists }) =>
        [
          notExists(revoked_at),
          old.is_read_only ? eq(is_read_only, true) : notExists(is_read_only),
          old.allowed_ips ? eq(allowed_ips, old.allowed_ips) : notExists(allowed_ips),
        ].join(" AND "),
      )
      .commit(),
  );
}
