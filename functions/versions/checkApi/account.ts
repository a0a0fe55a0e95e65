import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { generateApiKey, identifyApiKey } from "../../../shared/http/apiKey.ts";
import { planFeatureDefaults } from "../../../shared/resources/planFeatures.ts";
import { twinOf } from "../../../shared/sandbox.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";

/** The sandbox of no reseller: operators' lists leave it out, and its users get no mail. */
const RESELLER = "c0dede91-0000-8000-8000-000000000001";
const PLAN = "c0dede91-0000-8000-8000-000000000002";

/** An address for documentation (RFC 5737), from which no request can come through API Gateway. */
export const CHECK_ADDRESS = "192.0.2.1";

const KEY_MS = 10 * 60_000;
const MANY = 1_000_000;

/**
 * Calls `use` with a key of the account for checks, which is made if needed. The key is accepted from
 * CHECK_ADDRESS only, and deleted afterwards.
 */
export async function withKey<Result>(clock: Clock, use: (key: string) => Promise<Result>) {
  await ensureAccount();
  const key = generateApiKey();
  const { uuid, sha256 } = identifyApiKey(key);
  await ApiKey.create({
    uuid,
    sha256,
    reseller_uuid: RESELLER,
    name: "check of a new version",
    is_test: true,
    allowed_ips: [`${CHECK_ADDRESS}/32`],
    created_at: timestamp(new Date(clock.now())),
    expires_at: timestamp(new Date(clock.now() + KEY_MS)),
  }).go();
  try {
    return await use(key);
  } finally {
    await ApiKey.delete({ uuid }).go();
  }
}

async function ensureAccount() {
  const created_at = timestamp();
  await Plan.put({
    ...planFeatureDefaults,
    reseller_uuid: RESELLER,
    uuid: PLAN,
    name: "Standard",
    created_at,
    updated_at: created_at,
  }).go();
  // Never overwritten: it counts the account's records.
  await writeIfTrue(() =>
    Reseller.create({
      uuid: RESELLER,
      sandbox_of: twinOf(RESELLER),
      name: "Checks of new versions",
      default_plan_uuid: PLAN,
      created_at,
      max_users: MANY,
      max_businesses: MANY,
      max_websites: MANY,
      reads_per_minute: MANY,
      writes_per_minute: MANY,
    }).go(),
  );
}
