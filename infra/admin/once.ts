import type { AdminRequest } from "../../functions/admin/index.ts";
import { generateApiKey } from "../../shared/http/apiKey.ts";
import { newUuid } from "../../shared/uuid.ts";

/** What a command that creates something is told of it, so that asking twice creates it once. */
const identities: Record<string, () => Record<string, string>> = {
  "reseller create": () => ({ new_uuid: newUuid() }),
  "plan create": () => ({ new_uuid: newUuid() }),
  "custom-field create": () => ({ new_uuid: newUuid() }),
  "key create": () => ({ key: generateApiKey() }),
  "key rotate": () => ({ key: generateApiKey() }),
};

/** The request with the identity of what it creates: it can be repeated when an answer is lost. */
export function repeatable({ command, input }: AdminRequest): AdminRequest {
  return { command, input: { ...input, ...identities[command]?.() } };
}
