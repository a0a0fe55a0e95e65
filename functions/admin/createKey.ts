import * as z from "zod/mini";
import { generateApiKey } from "../../shared/http/apiKey.ts";
import { expires, issueKey, newKey } from "./apiKey.ts";
import { command, name } from "./command.ts";
import { requireOpenReseller, reseller_uuid } from "./reseller.ts";

/**
 * Issues a key to a reseller. Its result is the only place where the key is ever shown. Whoever asks
 * may make the key, and then ask again when an answer is lost.
 */
export const createKey = command(
  { reseller_uuid, name, expires: z.optional(expires), key: z._default(newKey, generateApiKey) },
  async ({ reseller_uuid, name, expires, key }) => {
    await requireOpenReseller(reseller_uuid);
    return await issueKey(key, { reseller_uuid, name, expires });
  },
);
