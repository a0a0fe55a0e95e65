import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import type { CheckKind, CheckRecord } from "../../shared/entities/check.ts";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
import { hasFeature } from "../../shared/resources/planFeatures.ts";
import { batchGet, batchGetWith, lookup } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";

const KEPT_SECONDS = 60;
const KEPT_BUSINESSES = 10_000;

/** The plan of a business, and whether its user is suspended or its reseller closed. */
export interface Subscription {
  plan: PlanRecord | undefined;
  suspended: boolean;
}

/**
 * Whether the websites of a business with this subscription are checked. The audit as a whole has no
 * switch; each of its parts has one.
 */
export function isWanted(
  kind: CheckKind,
  subscription: Subscription | undefined,
): subscription is Subscription & { plan: PlanRecord } {
  if (!subscription?.plan || subscription.suspended) return false;
  return kind === "audit" || hasFeature(subscription.plan, "downtime");
}

const kept = new Map<string, { subscription: Subscription; until: number }>();

/**
 * The subscriptions of the businesses of these checks, by business uuid, at most a minute old; a deleted
 * business has none.
 */
export async function findSubscriptions(
  checks: CheckRecord[],
  now = Date.now(),
): Promise<Map<string, Subscription>> {
  const wanted = new Map(
    checks.map(({ reseller_uuid, business_uuid }) => [business_uuid, reseller_uuid]),
  );
  const found = new Map<string, Subscription>();
  for (const uuid of wanted.keys()) {
    const entry = kept.get(uuid);
    if (entry && entry.until > now) found.set(uuid, entry.subscription);
  }
  const missing = [...wanted]
    .filter(([uuid]) => !found.has(uuid))
    .map(([uuid, reseller_uuid]) => ({ reseller_uuid, uuid }));
  if (missing.length === 0) return found;
  const loaded = await loadSubscriptions(missing, { consistent: false });
  if (kept.size > KEPT_BUSINESSES) kept.clear();
  for (const { uuid } of missing) kept.delete(uuid);
  for (const [uuid, subscription] of loaded) {
    kept.set(uuid, { subscription, until: now + KEPT_SECONDS * 1000 });
  }
  return new Map([...found, ...loaded]);
}

/**
 * The subscriptions of these businesses as they are stored, by business uuid; a deleted business has none.
 * Plans, users and resellers are read consistently unless told otherwise.
 */
export async function loadSubscriptions(
  keys: OwnedKey[],
  { consistent = true } = {},
): Promise<Map<string, Subscription>> {
  const found = await batchGet(
    ...keys.map(({ reseller_uuid, uuid }) =>
      lookup<BusinessRecord>(Business, { reseller_uuid, uuid }),
    ),
  );
  const businesses = found.filter((business) => business !== undefined);
  const keysOf = (name: "plan_uuid" | "user_uuid") =>
    unique(businesses.map((business) => [business[name], business.reseller_uuid]));
  const resellers = [...new Set(businesses.map(({ reseller_uuid }) => reseller_uuid))];
  const [plans, users, owners] = await Promise.all([
    batchGetWith(
      { consistent },
      ...keysOf("plan_uuid").map((key) => lookup<PlanRecord>(Plan, key)),
    ),
    batchGetWith(
      { consistent },
      ...keysOf("user_uuid").map((key) => lookup<UserRecord>(User, key)),
    ),
    batchGetWith(
      { consistent },
      ...resellers.map((uuid) => lookup<ResellerRecord>(Reseller, { uuid })),
    ),
  ]);
  const planBy = byUuid(plans);
  const userBy = byUuid(users);
  const ownerBy = byUuid(owners);
  return new Map(
    businesses.map(({ uuid, plan_uuid, user_uuid, reseller_uuid }) => {
      const owner = ownerBy.get(reseller_uuid);
      const isPaused = owner !== undefined && isClosed(owner);
      const suspended = isPaused || userBy.get(user_uuid)?.suspended_at !== undefined;
      return [uuid, { plan: planBy.get(plan_uuid), suspended }];
    }),
  );
}

/** The keys of records of different resellers, each once: DynamoDB refuses the same key twice. */
function unique(records: [uuid: string, reseller_uuid: string][]) {
  return [...new Map(records)].map(([uuid, reseller_uuid]) => ({ reseller_uuid, uuid }));
}

function byUuid<Found extends { uuid: string }>(records: (Found | undefined)[]) {
  return new Map(records.flatMap((record) => (record ? [[record.uuid, record] as const] : [])));
}
