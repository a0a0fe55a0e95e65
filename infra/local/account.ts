import { join } from "node:path";
import { identifyApiKey } from "../../shared/platform/apiKey.ts";
import { type Callable, runCommand } from "./calls.ts";
import { readIfThere, writeWhole } from "./dataDir.ts";

const KEY_NAME = "local";
const STANDARD_MINUTES = 1;

/** The API key of a DATA_DIR, or undefined before the first start. */
export function readKey(dataDir: string): string | undefined {
  return readIfThere(keyFile(dataDir))?.trim() || undefined;
}

const keyFile = (dataDir: string) => join(dataDir, "api-key");

/** Resellers and keys as commands list them. */
interface Listed {
  uuid: string;
  default_plan_uuid: string;
}
interface ListedKey {
  uuid: string;
  revoked_at: string | null;
}

/** The reseller of this machine: the oldest one; undefined in an empty table. */
export async function findOwnReseller(service: Callable): Promise<Listed | undefined> {
  return (await runCommand<Listed[]>(service, "reseller list", {}))[0];
}

/** The key of the reseller of this machine. One that is lost or revoked is replaced. */
export async function ensureKey(
  service: Callable,
  { uuid: reseller_uuid }: Listed,
  dataDir: string,
) {
  const own = readKey(dataDir);
  const { uuid } = identifyApiKey(own ?? "");
  const keys = await runCommand<ListedKey[]>(service, "key list", { reseller_uuid });
  if (own && keys.some((each) => each.uuid === uuid && !each.revoked_at)) return own;
  const input = { reseller_uuid, name: KEY_NAME };
  const { key } = await runCommand<{ key: string }>(service, "key create", input);
  writeWhole(keyFile(dataDir), `${key}\n`);
  return key;
}

/** Creates a reseller whose websites are probed each minute. */
export async function makeReseller(service: Callable, name: string): Promise<Listed> {
  const reseller = await runCommand<Listed>(service, "reseller create", { name });
  const uuid = reseller.default_plan_uuid;
  await runCommand(service, "plan update", { uuid, uptime_interval_minutes: STANDARD_MINUTES });
  return reseller;
}
