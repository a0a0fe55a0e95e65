import { rmSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../terminal.ts";
import { type Callable, callApi, findFirst, runCommand } from "../calls.ts";
import { readIfThere, writeWhole } from "../dataDir.ts";

const RESELLER_NAME = "Demo reseller";
const KEY_NAME = "demo";
/** Short, so that the demo website is soon shown as up again. */
const UPTIME_MINUTES = 1;
const CUSTOM_FIELDS = [
  { name: "Account number", type: "text" },
  { name: "Segment", type: "select", options: ["small", "medium", "large"] },
];
const ONBOARDING = {
  email: "daisy@example.com",
  first_name: "Daisy",
  last_name: "Example",
  language_preference: "en-GB",
  business: {
    business_name: "Example Bakery",
    hostname: "http://localhost:4000",
    address_line_1: "1 High Street",
    city: "Oxford",
    county: "Oxfordshire",
    postcode: "OX1 1AA",
    phone_number: "+441865000000",
    country_code: "GB",
  },
};

/** The uuids of the demo's records; "" for a deleted one. */
interface DemoRecords {
  reseller_uuid: string;
  user_uuid: string;
  business_uuid: string;
  website_uuid: string;
}

/** The demo of a DATA_DIR: its key in `demo-key`, the rest in `demo.json`. */
export interface Demo extends DemoRecords {
  key: string;
}

/** The demo, or undefined until it is complete. */
export function readDemo(dataDir: string): Demo | undefined {
  const key = readKey(dataDir);
  const records = readRecords(dataDir);
  return key && records ? { ...records, key } : undefined;
}

const readKey = (dataDir: string) => readIfThere(keyFile(dataDir))?.trim();

function readRecords(dataDir: string): DemoRecords | undefined {
  const text = readIfThere(recordsFile(dataDir));
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * Makes the demo, or completes one whose start was killed. The file with the key is written last, as
 * the sign that the demo is complete. A key that is no longer accepted is replaced, unless the reseller is closed:
 * it may be taken back.
 */
export async function ensureDemo(service: Callable, dataDir: string): Promise<Demo> {
  const known = readKey(dataDir);
  const accepted = known && (await isAccepted(service, known)) ? known : undefined;
  const found = readRecords(dataDir);
  if (accepted && found) return { ...found, key: accepted };
  if (known && found && (await isClosed(service, found))) return { ...found, key: known };

  if (!accepted) rmSync(keyFile(dataDir), { force: true });
  const reseller_uuid = await makeDemoReseller(service);
  const key = accepted ?? (await makeDemoKey(service, reseller_uuid));
  const records = await makeDemoRecords(service, { reseller_uuid, key });
  writeWhole(recordsFile(dataDir), `${JSON.stringify(records, null, 2)}\n`);
  writeWhole(keyFile(dataDir), `${key}\n`);
  return { ...records, key };
}

/** Only a 401 means that the key is invalid: a busy service must not replace it. */
async function isAccepted(service: Callable, key: string) {
  const { statusCode } = await callApi(service, key, { routeKey: "GET /v1/plans" });
  return statusCode !== 401;
}

async function isClosed(service: Callable, { reseller_uuid }: DemoRecords) {
  const resellers = await runCommand<Listed[]>(service, "reseller list", {});
  const found = resellers.find(({ uuid }) => uuid === reseller_uuid);
  return found?.closed_at !== undefined || found?.deleting_since !== undefined;
}

interface Listed {
  uuid: string;
  closed_at?: string;
  deleting_since?: string;
}

const keyFile = (dataDir: string) => join(dataDir, "demo-key");
const recordsFile = (dataDir: string) => join(dataDir, "demo.json");

interface Named {
  uuid: string;
  name: string;
}

/** Finds or creates the demo reseller, with its default plan and its custom fields. */
async function makeDemoReseller(service: Callable): Promise<string> {
  const resellers = await runCommand<Named[]>(service, "reseller list", {});
  const { uuid: reseller_uuid } =
    resellers.find(({ name }) => name === RESELLER_NAME) ??
    (await runCommand<Named>(service, "reseller create", { name: RESELLER_NAME }));

  const plans = await runCommand<Named[]>(service, "plan list", { reseller_uuid });
  for (const { uuid } of plans) {
    await runCommand(service, "plan update", { uuid, uptime_interval_minutes: UPTIME_MINUTES });
  }
  const { data: fields } = await runCommand<{ data: Named[] }>(service, "api", {
    ...{ reseller_uuid, method: "GET", path: "/v1/custom-fields" },
  });
  for (const field of CUSTOM_FIELDS) {
    if (fields.some(({ name }) => name === field.name)) continue;
    await runCommand(service, "custom-field create", { reseller_uuid, ...field });
  }
  return reseller_uuid;
}

/** Issues the demo key, and revokes earlier ones, whose clear text is lost. */
async function makeDemoKey(service: Callable, reseller_uuid: string): Promise<string> {
  const keys = await runCommand<(Named & { revoked_at: string | null })[]>(service, "key list", {
    reseller_uuid,
  });
  for (const { uuid, name, revoked_at } of keys) {
    if (name === KEY_NAME && !revoked_at) await runCommand(service, "key revoke", { uuid });
  }
  const input = { reseller_uuid, name: KEY_NAME };
  return (await runCommand<{ key: string }>(service, "key create", input)).key;
}

/** Finds or onboards the demo user, with a business and a website. */
async function makeDemoRecords(
  service: Callable,
  { reseller_uuid, key }: { reseller_uuid: string; key: string },
): Promise<DemoRecords> {
  const user_uuid =
    (await findFirst(service, key, { routeKey: "GET /v1/users" })) ?? (await onboard(service, key));
  const business_uuid = await findFirst(service, key, {
    routeKey: "GET /v1/businesses",
    queryStringParameters: { userUuid: user_uuid },
  });
  const website_uuid =
    business_uuid &&
    (await findFirst(service, key, {
      routeKey: "GET /v1/websites",
      queryStringParameters: { businessUuid: business_uuid },
    }));
  return {
    reseller_uuid,
    user_uuid,
    business_uuid: business_uuid ?? "",
    website_uuid: website_uuid ?? "",
  };
}

async function onboard(service: Callable, key: string): Promise<string> {
  const { statusCode, body } = await callApi(service, key, {
    routeKey: "POST /v1/onboarding",
    body: ONBOARDING,
  });
  if (statusCode !== 200) {
    throw new Problem(
      `The demo user could not be made: the service answers ${statusCode}. Start again.`,
    );
  }
  return JSON.parse(body).data.user.uuid;
}
