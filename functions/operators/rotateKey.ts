import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { asTestKey, identifyApiKey } from "../../shared/platform/apiKey.ts";
import { retryOnConflict, type Write, write } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import type { CommandInput } from "./catalogue.ts";
import { assertValid, issueKey, requireKey } from "./issueKey.ts";
import { requireOpenReseller } from "./reseller.ts";

/**
 * Replaces a key: issues a new one with the same rights, and lets the old one expire after `overlap`.
 * Only this result shows the new key. Repeated with the same `key`, it changes nothing.
 */
export async function rotateKey({ uuid, overlap, expires, key }: CommandInput<"key rotate">) {
  return await retryOnConflict(async () => {
    const old = await requireKey(uuid);
    // When the command is repeated, the old key may have expired by the first one.
    if (!(await isIssued(asTestKey(key, old.is_test ?? false)))) assertValid(old);
    const { reseller_uuid, name, is_test = false, is_read_only = false, allowed_ips } = old;
    await requireOpenReseller(reseller_uuid);
    const issued = await issueKey(
      key,
      { reseller_uuid, name, is_test, is_read_only, allowed_ips, expires },
      (created_at) => [endKey(old, Date.parse(created_at) + overlap)],
    );
    const { expires_at: old_expires_at = null } = await requireKey(uuid);
    return { ...issued, replaces: uuid, old_expires_at };
  });
}

async function isIssued(key: string): Promise<boolean> {
  const { uuid } = identifyApiKey(key);
  return (await ApiKey.get({ uuid }).go({ consistent: true })).data !== null;
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
