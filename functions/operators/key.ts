import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { asTestKey, generateApiKey, identifyApiKey } from "../../shared/platform/apiKey.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { retryOnConflict, transact, writeIfTrue } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { presentKey } from "../../shared/resources/presenters.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
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
  expires: expires_at,
  test,
  read_only: is_read_only = false,
  allow_ip: allowed_ips,
}: CommandInput<"key create">) {
  return await retryOnConflict(async () => {
    const reseller = await requireOpenReseller(reseller_uuid);
    const { uuid, sandbox_of } = test ? await requireSandbox(reseller) : reseller;
    const key = asTestKey(generateApiKey(), sandbox_of !== undefined);
    const record = {
      ...{ ...identifyApiKey(key), reseller_uuid: uuid, name, created_at: timestamp() },
      ...(sandbox_of && { is_test: true }),
      ...(is_read_only && { is_read_only }),
      ...(allowed_ips && { allowed_ips }),
      ...(expires_at && { expires_at }),
    };
    await transact(ApiKey.create(record));
    const { uuid: key_uuid, last_used_at: _, ...shown } = presentKey(record);
    return { uuid: key_uuid, key, reseller_uuid: uuid, ...shown };
  });
}

async function requireKey(uuid: string): Promise<ApiKeyRecord> {
  const { data: apiKey } = await ApiKey.get({ uuid }).go({ consistent: true });
  if (apiKey === null) throw noKey(uuid);
  return apiKey;
}

function noKey(uuid: string) {
  return new WrongInput(`There is no key ${uuid}: "key list" shows a reseller's.`);
}

/** Changes the name and rights of a key, and the networks that it is accepted from; omitted fields stay. */
export async function setKey({ uuid, name, read_only, allow_ip, any_ip }: CommandInput<"key set">) {
  if (allow_ip && any_ip) throw new WrongInput("Give --allow-ip or --any-ip, not both.");
  if ((name ?? read_only ?? allow_ip ?? any_ip) === undefined) {
    throw new WrongInput(
      "Nothing to change: give --name, --read-only, --no-read-only, --allow-ip or --any-ip.",
    );
  }
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
  return describeKey(await requireKey(uuid));
}

/** Revokes a key for good. Repeating it keeps the first `revoked_at`. */
export async function revokeKey({ uuid }: CommandInput<"key revoke">) {
  const written = await writeIfTrue(() =>
    ApiKey.patch({ uuid }).ifNotExists({ revoked_at: timestamp() }).go(),
  );
  if (written === undefined) throw noKey(uuid);
  return describeKey(await requireKey(uuid));
}
