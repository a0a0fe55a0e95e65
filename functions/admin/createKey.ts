import * as z from "zod/mini";
import { ApiKey } from "../../shared/entities/apiKey.ts";
import { generateApiKey, identifyApiKey } from "../../shared/http/apiKey.ts";
import { timestamp } from "../../shared/time.ts";
import { expires_in } from "./apiKey.ts";
import { command, name, reseller_uuid } from "./command.ts";
import { requireReseller } from "./reseller.ts";

/** Issues a key to a reseller. Its result is the only place where the key is ever shown. */
export const createKey = command(
  { reseller_uuid, name, expires_in: z.optional(expires_in) },
  async ({ reseller_uuid, name, expires_in }) => {
    await requireReseller(reseller_uuid);
    const key = generateApiKey();
    const { uuid, sha256 } = identifyApiKey(key);
    const now = new Date();
    const created_at = timestamp(now);
    const expires_at =
      expires_in === undefined ? undefined : timestamp(new Date(now.getTime() + expires_in));
    await ApiKey.create({ uuid, sha256, reseller_uuid, name, created_at, expires_at }).go();
    return { uuid, key, reseller_uuid, name, created_at, expires_at: expires_at ?? null };
  },
);
