import { Business } from "../entities/business.ts";
import type { CheckKind } from "../entities/check.ts";
import { Plan, type PlanRecord } from "../entities/plan.ts";
import { isClosed, Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { User, type UserRecord } from "../entities/user.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { hasFeature } from "../vocabulary/planFeatures.ts";

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

/** The subscription of a business as it is stored; undefined if the business was deleted. */
export async function findSubscription({
  reseller_uuid,
  uuid,
}: OwnedKey): Promise<Subscription | undefined> {
  const { data } = await Business.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!data) return undefined;
  const [plan, user, reseller] = await batchGet(
    lookup<PlanRecord>(Plan, { reseller_uuid, uuid: data.plan_uuid }),
    lookup<UserRecord>(User, { reseller_uuid, uuid: data.user_uuid }),
    lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
  );
  const isPaused = reseller !== undefined && isClosed(reseller);
  return { plan, suspended: isPaused || user?.suspended_at !== undefined };
}
