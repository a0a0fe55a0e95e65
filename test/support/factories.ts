import { generateApiKey, identifyApiKey } from "../../shared/apiKey.ts";
import { ApiKey } from "../../shared/entities/apiKey.ts";
import { Plan, planFeatures } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "./api.ts";

export interface TestReseller {
  uuid: string;
  key: string;
  planUuid: string;
}

/** A reseller of its own for a test, with a default plan and a key. */
export async function makeReseller(): Promise<TestReseller> {
  const uuid = newUuid();
  const planUuid = newUuid();
  const now = timestamp();
  const switches = Object.fromEntries(planFeatures.map((feature) => [feature, true]));
  await Reseller.create({
    uuid,
    name: "Test reseller",
    default_plan_uuid: planUuid,
    created_at: now,
  }).go();
  await Plan.create({
    ...(switches as Record<(typeof planFeatures)[number], boolean>),
    reseller_uuid: uuid,
    uuid: planUuid,
    name: "Standard",
    created_at: now,
    updated_at: now,
  }).go();
  return { uuid, key: await makeKey(uuid), planUuid };
}

/** A key of a reseller, with whatever else is said of it. */
export async function makeKey(
  reseller_uuid: string,
  more: { expires_at?: string; revoked_at?: string } = {},
): Promise<string> {
  const key = generateApiKey();
  await ApiKey.create({
    ...identifyApiKey(key),
    reseller_uuid,
    name: "test",
    created_at: timestamp(),
    ...more,
  }).go();
  return key;
}

let people = 0;

/** A whole onboarding body, with an address that no other test uses. */
export function onboardingBody() {
  people += 1;
  return {
    email: `person${people}.${process.pid}@example.com`,
    first_name: "Ada",
    last_name: "Lovelace",
    language_preference: "en-GB",
    business: {
      business_name: "Analytical Engines",
      hostname: "https://engines.example.com",
      address_line_1: "1 Mill Street",
      address_line_2: "",
      address_line_3: "",
      city: "London",
      county: "Greater London",
      postcode: "N1 1AA",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  };
}

/** A user, made as a reseller would make one: by an onboarding. */
export async function makeUser({ key }: TestReseller): Promise<string> {
  const { body } = await call("POST /v1/onboarding", { key, body: onboardingBody() });
  return body.data.user.uuid;
}

export async function makeBusiness({ key }: TestReseller, userUuid: string): Promise<string> {
  const { body } = await call("POST /v1/businesses", {
    key,
    query: { userUuid },
    body: { name: "Difference Engines", industry: "Machines", products: ["engine"] },
  });
  return body.data.uuid;
}

export async function makeWebsite({ key }: TestReseller, businessUuid: string): Promise<string> {
  const { body } = await call("POST /v1/websites", {
    key,
    query: { businessUuid },
    body: { hostname: "example.com" },
  });
  return body.data.uuid;
}
