import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import type { UserRecord } from "../../shared/entities/user.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { sending } from "./part.ts";

/** Adapts the checks of websites whose subscription has changed, by `functions/monitoring/subscriptions`. */
export const subscriptions = sending("SUBSCRIPTIONS_QUEUE_URL", (change) => {
  const { entity, uuid } = change;
  if (!isConcerned(change)) return [];
  // A reseller's own record has no other uuid.
  const reseller_uuid = entity === "reseller" ? uuid : change.reseller_uuid;
  const outgoing = { message: { reseller_uuid, entity, uuid }, group: reseller_uuid };
  return [outgoing];
});

function isConcerned(change: Change): boolean {
  if (!change.before || !change.after) return false;
  if (change.entity === "user") return differs<UserRecord>(change, "suspended_at");
  if (change.entity === "reseller") return differs<ResellerRecord>(change, "closed_at");
  if (change.entity === "business") return differs<BusinessRecord>(change, "plan_uuid");
  if (change.entity !== "plan") return false;
  const names = ["downtime", "uptime_interval_minutes", "audit_interval_minutes"] as const;
  return differs<PlanRecord>(change, ...names);
}

function differs<Stored>(change: Change, ...names: (keyof Stored)[]): boolean {
  const { before, after } = imagesOf<Stored>(change);
  return names.some((name) => before?.[name] !== after?.[name]);
}
