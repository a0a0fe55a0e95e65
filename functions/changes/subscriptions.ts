import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import { type Change, imagesOf } from "../../shared/events/change.ts";
import { sending } from "./part.ts";

/** Where what websites are checked for has changed, their checks follow, by `functions/subscriptions`. */
export const subscriptions = sending("SUBSCRIPTIONS_QUEUE_URL", (change) => {
  const { entity, reseller_uuid, uuid } = change;
  return isConcerned(change)
    ? [{ message: { reseller_uuid, entity, uuid }, group: reseller_uuid }]
    : [];
});

function isConcerned(change: Change): boolean {
  if (!change.before || !change.after) return false;
  if (change.entity === "user") return differs<UserRecord>(change, "suspended_at");
  if (change.entity === "business") return differs<BusinessRecord>(change, "plan_uuid");
  if (change.entity !== "plan") return false;
  return differs<PlanRecord>(change, "downtime", "uptime_interval_minutes");
}

function differs<Stored>(change: Change, ...names: (keyof Stored)[]): boolean {
  const { before, after } = imagesOf<Stored>(change);
  return names.some((name) => before?.[name] !== after?.[name]);
}
