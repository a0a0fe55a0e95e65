import { Business } from "../entities/business.ts";
import type { CheckRecord } from "../entities/check.ts";
import { Plan, type PlanRecord } from "../entities/plan.ts";
import { User } from "../entities/user.ts";

const KEPT_SECONDS = 60;
const KEPT_BUSINESSES = 10_000;

/** What a business is checked for: its plan, or nothing while its user is suspended. */
export interface Subscription {
  plan: PlanRecord | undefined;
  suspended: boolean;
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
  const missing = [...wanted].filter(([uuid]) => (kept.get(uuid)?.until ?? 0) <= now);
  if (missing.length > 0) await load(missing, now + KEPT_SECONDS * 1000);
  return new Map(
    [...wanted.keys()].flatMap((uuid) => {
      const entry = kept.get(uuid);
      return entry ? [[uuid, entry.subscription] as const] : [];
    }),
  );
}

async function load(missing: [business_uuid: string, reseller_uuid: string][], until: number) {
  if (kept.size > KEPT_BUSINESSES) kept.clear();
  for (const [uuid] of missing) kept.delete(uuid);
  const keys = missing.map(([uuid, reseller_uuid]) => ({ uuid, reseller_uuid }));
  const businesses = complete(await Business.get(keys).go({ consistent: true }));
  if (businesses.length === 0) return;
  const [plans, users] = await Promise.all([
    Plan.get(
      unique(businesses.map((b) => ({ reseller_uuid: b.reseller_uuid, uuid: b.plan_uuid }))),
    ).go(),
    User.get(
      unique(businesses.map((b) => ({ reseller_uuid: b.reseller_uuid, uuid: b.user_uuid }))),
    ).go(),
  ]);
  for (const business of businesses) {
    const plan = complete(plans).find(({ uuid }) => uuid === business.plan_uuid);
    const user = complete(users).find(({ uuid }) => uuid === business.user_uuid);
    const subscription = { plan, suspended: user?.suspended_at !== undefined };
    kept.set(business.uuid, { subscription, until });
  }
}

/** A record that DynamoDB did not read must not pass for one that is not there. */
function complete<Record>({ data, unprocessed }: { data: Record[]; unprocessed: unknown[] }) {
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} records could not be read`);
  return data;
}

function unique<Key extends { uuid: string }>(keys: Key[]): Key[] {
  return [...new Map(keys.map((key) => [key.uuid, key])).values()];
}
