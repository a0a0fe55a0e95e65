import { Business } from "../entities/business.ts";
import type { CheckKind, CheckRecord } from "../entities/check.ts";
import { Plan, type PlanRecord } from "../entities/plan.ts";
import { User } from "../entities/user.ts";
import { hasFeature } from "../resources/planFeatures.ts";

const KEPT_SECONDS = 60;
const KEPT_BUSINESSES = 10_000;

/** What a business is checked for: its plan, or nothing while its user is suspended. */
export interface Subscription {
  plan: PlanRecord | undefined;
  suspended: boolean;
}

/**
 * Whether the websites of a business with this subscription are checked. The audit has no switch of
 * its own: each part of it has.
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
 * The subscriptions of the businesses that these checks are for, by business uuid; none for a
 * business that is gone. A change of plan takes a minute to be seen.
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
  const missing = [...wanted].filter(([uuid]) => !found.has(uuid));
  if (missing.length === 0) return found;
  const loaded = await load(missing);
  if (kept.size > KEPT_BUSINESSES) kept.clear();
  for (const [uuid] of missing) kept.delete(uuid);
  for (const [uuid, subscription] of loaded) {
    kept.set(uuid, { subscription, until: now + KEPT_SECONDS * 1000 });
  }
  return new Map([...found, ...loaded]);
}

async function load(missing: [business_uuid: string, reseller_uuid: string][]) {
  const keys = missing.map(([uuid, reseller_uuid]) => ({ uuid, reseller_uuid }));
  const businesses = complete(await Business.get(keys).go({ consistent: true }));
  if (businesses.length === 0) return new Map<string, Subscription>();
  const [plans, users] = await Promise.all([
    Plan.get(
      unique(businesses.map((b) => ({ reseller_uuid: b.reseller_uuid, uuid: b.plan_uuid }))),
    ).go(),
    User.get(
      unique(businesses.map((b) => ({ reseller_uuid: b.reseller_uuid, uuid: b.user_uuid }))),
    ).go(),
  ]);
  const planBy = byUuid(complete(plans));
  const userBy = byUuid(complete(users));
  return new Map<string, Subscription>(
    businesses.map(({ uuid, plan_uuid, user_uuid }) => {
      const suspended = userBy.get(user_uuid)?.suspended_at !== undefined;
      return [uuid, { plan: planBy.get(plan_uuid), suspended }];
    }),
  );
}

/** A record that DynamoDB did not read must not pass for one that is not there. */
function complete<Found>({ data, unprocessed }: { data: Found[]; unprocessed: unknown[] }) {
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} records could not be read`);
  return data;
}

function unique<Key extends { uuid: string }>(keys: Key[]): Key[] {
  return [...byUuid(keys).values()];
}

function byUuid<Found extends { uuid: string }>(records: Found[]): Map<string, Found> {
  return new Map(records.map((record) => [record.uuid, record]));
}
