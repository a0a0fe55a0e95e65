import * as z from "zod/mini";
import { generateApiKey } from "../../shared/http/apiKey.ts";
import { retryOnConflict } from "../../shared/table/transact.ts";
import { expires, issueKey, newKey } from "./apiKey.ts";
import { command, flag, name } from "./command.ts";
import { allow_ip, read_only } from "./keyRights.ts";
import { requireOpenReseller, reseller_uuid } from "./reseller.ts";
import { requireSandbox } from "./sandbox.ts";

/**
 * Issues a key to a reseller, or with `test` to its sandbox, which it makes where there is none. Its
 * result is the only place where the key is ever shown. Whoever asks may make the key, and then ask
 * again when an answer is lost.
 */
export const createKey = command(
  {
    reseller_uuid,
    name,
    expires: z.optional(expires),
    test: flag("--test"),
    read_only,
    allow_ip,
    key: z._default(newKey, generateApiKey),
  },
  async ({ reseller_uuid, name, expires, test, read_only, allow_ip, key }) =>
    await retryOnConflict(async () => {
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
    }),
);
