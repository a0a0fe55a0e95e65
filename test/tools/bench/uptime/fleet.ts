import { Business, type BusinessRecord } from "../../../../shared/entities/business.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { Monitor, type UptimeState } from "../../../../shared/entities/monitor.ts";
import { User, type UserRecord } from "../../../../shared/entities/user.ts";
import { newBusiness } from "../../../../shared/lists/businesses.ts";
import { newListed } from "../../../../shared/lists/createListed.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { type DueCheck, shardOf } from "../../../../shared/uptime/audits.ts";
import type { Bucket } from "../../../../shared/uptime/buckets.ts";
import { placeInRoster } from "../../../../shared/uptime/roster.ts";
import { uuidIn } from "../../../support/buckets.ts";
import { makeReseller, type TestReseller } from "../../../support/factories.ts";

const SITES_PER_RESELLER = 1000;

/** The results of each check, five times: as many as a record has after half an hour. */
export const RESULTS = Array.from({ length: 5 }, () => ({
  at: "2026-11-20T12:00:00+00:00",
  outcome: "up",
  duration: 123,
}));

interface FleetOptions {
  urls: string[];
  /** The bucket of all these websites; without it, any of the default interval. */
  bucket?: Bucket;
  /** Of websites that are not plainly up. */
  uptime?: UptimeState;
  due_at?: string;
}

/**
 * Makes websites with an audit that is due, each the only one of its business and user, which costs a worker
 * most. Returns the audits as the schedule's messages name them.
 */
export async function makeFleet(options: FleetOptions): Promise<DueCheck[]> {
  const { urls, due_at = timestamp(), ...more } = options;
  const due: DueCheck[] = [];
  for (let first = 0; first < urls.length; first += SITES_PER_RESELLER) {
    const reseller = await makeReseller();
    const records = urls
      .slice(first, first + SITES_PER_RESELLER)
      .map((url) => makeRecords(reseller, { url, due_at, ...more }));
    await User.put(records.map(({ user }) => user)).go({ concurrency: 8 });
    await Business.put(records.map(({ business }) => business)).go({ concurrency: 8 });
    await Check.put(records.map(({ check }) => check)).go({ concurrency: 8 });
    await Monitor.put(records.map(({ monitor }) => monitor)).go({ concurrency: 8 });
    due.push(
      ...records.map(({ check: { reseller_uuid, uuid, due_at } }) => ({
        ...{ reseller_uuid, uuid, due_at },
      })),
    );
  }
  return due;
}

function makeRecords(
  reseller: TestReseller,
  { url, due_at, bucket, uptime }: { url: string; due_at: string } & Omit<FleetOptions, "urls">,
) {
  const reseller_uuid = reseller.uuid;
  const user: UserRecord = {
    reseller_uuid,
    uuid: newUuid(),
    sequence: 0,
    revision: 1,
    business_sequence: 1,
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.com",
    language_preference: "en-GB",
    country_code: "GB",
    created_at: timestamp(),
  };
  const business: BusinessRecord = newListed({
    place: { reseller_uuid, user_uuid: user.uuid },
    sequence: 0,
    attributes: newBusiness({
      plan_uuid: reseller.planUuid,
      name: "Analytical Engines",
      industry: "Machines",
      products: ["engine"],
      custom_field_values: [],
    }),
  });
  const uuid = bucket ? uuidIn(bucket) : newUuid();
  const owned = { reseller_uuid, business_uuid: business.uuid, uuid };
  const shard = shardOf(uuid);
  const audit = { ...owned, hostname: url, kind: "audit" as const, shard, due_at };
  const check = { ...audit, results: RESULTS, memory: {} };
  const minutes = bucket?.minutes ?? 5;
  const mode = uptime ? ("separate" as const) : ("rounds" as const);
  const target = { mode, minutes, hostname: url, url };
  const state = { uptime: uptime ?? { state: "up" as const }, results: RESULTS, revision: 1 };
  const monitor = { ...owned, ...state, target, ...placeInRoster(uuid, minutes) };
  return { user, business, check, monitor };
}
