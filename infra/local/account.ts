import { join } from "node:path";
import { type Callable, callApi, runCommand } from "./calls.ts";
import { readIfThere, writeWhole } from "./dataDir.ts";

const KEY_NAME = "local";
const STANDARD_MINUTES = 1;
const CUSTOM_FIELDS = [
  { name: "Account number", type: "text" },
  { name: "Segment", type: "select", options: ["small", "medium", "large"] },
];

/** The API key of a DATA_DIR, or undefined before the first start. */
export function readKey(dataDir: string): string | undefined {
  return readIfThere(keyFile(dataDir))?.trim() || undefined;
}

const keyFile = (dataDir: string) => join(dataDir, "api-key");

/** A reseller as the command lists it. */
interface Listed {
  uuid: string;
  closed_at?: string;
  deleting_since?: string;
}

/** The reseller of this machine: the oldest one; undefined in an empty table. */
export async function findOwnReseller(service: Callable): Promise<Listed | undefined> {
  return (await runCommand<Listed[]>(service, "reseller list", {}))[0];
}

/**
 * The key of the reseller of this machine. One that is lost or no longer accepted is replaced, unless the reseller is
 * closed: it may be reopened.
 */
export async function ensureKey(service: Callable, reseller: Listed, dataDir: string) {
  const known = readKey(dataDir);
  const isClosed = reseller.closed_at !== undefined || reseller.deleting_since !== undefined;
  if (known && (isClosed || (await isAccepted(service, known)))) return known;
  const input = { reseller_uuid: reseller.uuid, name: KEY_NAME };
  const { key } = await runCommand<{ key: string }>(service, "key create", input);
  writeWhole(keyFile(dataDir), `${key}\n`);
  return key;
}

/** Only a 401 means that the key is invalid: a busy service must not replace it. */
async function isAccepted(service: Callable, key: string) {
  const { statusCode } = await callApi(service, key, { routeKey: "GET /v1/plans" });
  return statusCode !== 401;
}

/** Creates a reseller whose websites are probed each minute, with custom fields. */
export async function makeReseller(service: Callable, name: string): Promise<Listed> {
  const reseller = await runCommand<Listed>(service, "reseller create", { name });
  const reseller_uuid = reseller.uuid;
  const plans = await runCommand<Listed[]>(service, "plan list", { reseller_uuid });
  for (const { uuid } of plans) {
    await runCommand(service, "plan update", { uuid, uptime_interval_minutes: STANDARD_MINUTES });
  }
  for (const field of CUSTOM_FIELDS)
    await runCommand(service, "custom-field create", { reseller_uuid, ...field });
  return reseller;
}
