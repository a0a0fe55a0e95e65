import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { KEY_CACHE_SECONDS } from "../../shared/http/authenticate.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { retryOnConflict, writeIfTrue } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { Noted, WrongInput } from "./definition.ts";
import { assertValid, describeKey, issueKey, noKey, requireKey } from "./issueKey.ts";
import { requireOpenReseller, requireReseller } from "./reseller.ts";
import { requireSandbox } from "./sandbox.ts";

/** Lists the keys of a reseller and its sandbox, oldest first. May miss a key created within the last second. */
export async function listKeys({ reseller_uuid }: CommandInput<"key list">) {
  const { sandbox_of } = await requireReseller(reseller_uuid);
  const both = sandbox_of ? [reseller_uuid] : [reseller_uuid, twinOf(reseller_uuid)];
  const found = await Promise.all(
    both.map((uuid) => ApiKey.query.ofReseller({ reseller_uuid: uuid }).go({ pages: "all" })),
  );
  const uuids = found.flatMap(({ data }) => data.map(({ uuid }) => uuid));
  // The index holds only some attributes, and lags behind the table.
  const apiKeys = await batchGet(...uuids.map((uuid) => lookup<ApiKeyRecord>(ApiKey, { uuid })));
  return apiKeys
    .filter((apiKey) => apiKey !== undefined)
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    .map(describeKey);
}

/**
 * Issues a key to a reseller, or with `test` to its sandbox, which is made if needed. Only this
 * result ever shows the key. A caller who sends the `key` can repeat the command after a lost answer.
 */
export async function createKey({
  reseller_uuid,
  name,
  expires,
  test,
  read_only,
  allow_ip,
  key,
}: CommandInput<"key create">) {
  return await retryOnConflict(async () => {
    const reseller = await requireOpenReseller(reseller_uuid);
    const { uuid, sandbox_of } = test ? await requireSandbox(reseller) : reseller;
    return await issueKey(key, {
      reseller_uuid: uuid,
      name,
      is_test: sandbox_of !== undefined,
      is_read_only: read_only ?? false,
      allowed_ips: allow_ip,
      expires,
    });
  });
}

/** Changes the rights of a key and the networks that it is accepted from; omitted fields stay. */
export async function setKey({
  uuid,
  read_only,
  read_write,
  allow_ip,
  any_ip,
}: CommandInput<"key set">) {
  if (read_only && read_write) throw new WrongInput("Give --read-only or --read-write, not both.");
  if (allow_ip && any_ip) throw new WrongInput("Give --allow-ip or --any-ip, not both.");
  if (!read_only && !read_write && !allow_ip && !any_ip) {
    throw new WrongInput(
      "Nothing to change: give --read-only, --read-write, --allow-ip or --any-ip.",
    );
  }
  assertValid(await requireKey(uuid));
  const written = await writeIfTrue(() =>
    ApiKey.patch({ uuid })
      .set({
        ...(read_only && { is_read_only: true }),
        ...(allow_ip && { allowed_ips: allow_ip }),
      })
      .remove([
        ...(read_write ? (["is_read_only"] as const) : []),
        ...(any_ip ? (["allowed_ips"] as const) : []),
      ])
      .go(),
  );
  if (written === undefined) throw noKey(uuid);
  return new Noted(
    describeKey(await requireKey(uuid)),
    `This holds everywhere within ${KEY_CACHE_SECONDS} seconds.`,
  );
}

/** Renames a key; it stays valid. */
export async function renameKey({ uuid, name }: CommandInput<"key rename">) {
  const written = await writeIfTrue(() => ApiKey.patch({ uuid }).set({ name }).go());
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
