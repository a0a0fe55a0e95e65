import * as z from "zod/mini";
import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { generateApiKey } from "../../shared/http/apiKey.ts";
import { timestamp } from "../../shared/time.ts";
import { expires, issueKey, key_uuid, newKey, overlap, requireKey } from "./apiKey.ts";
import { command, WrongInput } from "./command.ts";
import { requireOpenReseller } from "./reseller.ts";

const DEFAULT_OVERLAP = "24h";

/**
 * Issues a new key in the place of another one, which stays valid for `overlap`. The new key is
 * shown here only. Asked again with the same new key, it leaves the old one's end as it is.
 */
export const rotateKey = command(
  {
    uuid: key_uuid,
    overlap: z.prefault(overlap, DEFAULT_OVERLAP),
    expires: z.optional(expires),
    key: z._default(newKey, generateApiKey),
  },
  async ({ uuid, overlap, expires, key }) => {
    const old = await requireKey(uuid);
    assertValid(old);
    const { reseller_uuid, name } = old;
    await requireOpenReseller(reseller_uuid);
    const issued = await issueKey(key, { reseller_uuid, name, expires });
    const end = timestamp(new Date(Date.parse(issued.created_at) + overlap));
    const old_expires_at = old.expires_at && old.expires_at < end ? old.expires_at : end;
    await ApiKey.patch({ uuid }).set({ expires_at: old_expires_at }).go();
    return { ...issued, replaces: uuid, old_expires_at };
  },
);

function assertValid({ uuid, revoked_at, expires_at }: ApiKeyRecord) {
  if (!revoked_at && !(expires_at && expires_at <= timestamp())) return;
  throw new WrongInput(
    `Key ${uuid} is not valid any more: "key create" issues another one to the reseller.`,
  );
}
