import { type Bucket, placeInIndex } from "../../../functions/monitoring/buckets.ts";
import { shardOf } from "../../../functions/monitoring/dueTimes.ts";
import type { DueCheck } from "../../../functions/monitoring/findChecks.ts";
import { Business, type BusinessRecord } from "../../../shared/entities/business.ts";
import { Check, type CheckKind, type UptimeMemory } from "../../../shared/entities/check.ts";
import { User, type UserRecord } from "../../../shared/entities/user.ts";
import { newBusiness } from "../../../shared/lists/businesses.ts";
import { newListed } from "../../../shared/lists/createListed.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { uuidIn } from "../../support/buckets.ts";
import { makeReseller, type TestReseller } from "../../support/factories.ts";

const SITES_PER_RESELLER = 1000;
const IN_A_MESSAGE = 10;
const MESSAGES_AT_ONCE = 10;

/** The results of each check, five times: as many as a record has after half an hour. */
export const RESULTS = Array.from({ length: 5 }, () => ({
  at: "2026-11-20T12:00:00+00:00",
  outcome: "up",
  duration: 123,
}));

interface FleetOptions {
  urls: string[];
  /** The bucket of all these websites; without it, each has its own schedule. */
  bucket?: Bucket;
  memory?: Partial<UptimeMemory>;
  kind?: CheckKind;
  due_at?: string;
}

/**
 * Makes websites with a check that is due, each the only one of its business and user, which costs a worker
 * most. Returns the checks as the schedule's messages name them.
 */
export async function makeFleet(options: FleetOptions): Promise<DueCheck[]> {
  const { urls, kind = "uptime", due_at = timestamp(), ...more } = options;
  const due: DueCheck[] = [];
  for (let first = 0; first < urls.length; first += SITES_PER_RESELLER) {
    const reseller = await makeReseller();
    const records = urls
      .slice(first, first + SITES_PER_RESELLER)
      .map((url) => makeRecords(reseller, { url, kind, due_at, ...more }));
    await User.put(records.map(({ user }) => user)).go({ concurrency: 8 });
    await Business.put(records.map(({ business }) => business)).go({ concurrency: 8 });
    await Check.put(records.map(({ check }) => check)).go({ concurrency: 8 });
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
  {
    url,
    kind,
    due_at,
    bucket,
    memory: known = {},
  }: { url: string; kind: CheckKind; due_at: string } & Pick<FleetOptions, "bucket" | "memory">,
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
  const owned = { reseller_uuid, business_uuid: business.uuid, uuid, hostname: url };
  const checked_at = Math.floor(Date.now() / 1000) - 240;
  const first_checked_at = 1_763_000_000;
  const memory = {
    ...{ state: "up" as const, downtimes: [], first_checked_at, checked_at, url },
    ...known,
  };
  const target = bucket && { target: { minutes: bucket.minutes, hostname: url, url } };
  const place = bucket
    ? placeInIndex(uuid, bucket.minutes, due_at)
    : { shard: shardOf(uuid), due_at };
  const check = { ...owned, ...target, kind, ...place, results: RESULTS, memory };
  return { user, business, check };
}

/** The messages of the schedule, in the batches in which a worker gets them from the queue. */
export function inBatches(due: DueCheck[]): { checks: DueCheck[] }[][] {
  return split(split(due, IN_A_MESSAGE), MESSAGES_AT_ONCE).map((batch) =>
    batch.map((checks) => ({ checks })),
  );
}

function split<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
