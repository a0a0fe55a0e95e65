import type { PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { type Write, write } from "../../shared/platform/table/transact.ts";
import { presentPlan } from "../../shared/resources/plan.ts";
import { type Intervals, intervalMinutes } from "../../shared/uptime/audits.ts";
import { type PlanFeature, planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import { Noted } from "./definition.ts";

/** The attributes of a plan that set all these switches to one position. */
export function switches(names: readonly PlanFeature[], position: boolean) {
  return Object.fromEntries(names.map((name) => [name, position])) as Record<PlanFeature, boolean>;
}

/** The attributes of a plan for the intervals that were given. */
export function intervals({
  uptime_interval_minutes,
  audit_interval_hours,
}: {
  uptime_interval_minutes?: number | undefined;
  audit_interval_hours?: number | undefined;
}) {
  const given: Intervals = {};
  if (uptime_interval_minutes) given.uptime_interval_minutes = uptime_interval_minutes;
  if (audit_interval_hours) given.audit_interval_minutes = audit_interval_hours * 60;
  return given;
}

/** The write that makes a plan the default of its reseller instead of the previous one. */
export function makeDefault({
  reseller_uuid,
  uuid,
}: Pick<PlanRecord, "reseller_uuid" | "uuid">): Write {
  return write(Reseller, (reseller) =>
    reseller.patch({ uuid: reseller_uuid }).set({ default_plan_uuid: uuid }).commit(),
  );
}

/** Adds a note to a plan whose switches are all off. */
export function notedPlan(plan: ReturnType<typeof describePlan>) {
  if (planFeatures.some((feature) => plan[feature])) return plan;
  return new Noted(
    plan,
    `All switches of the plan "${plan.name}" are off: the websites of its businesses are not checked. "plan update ${plan.uuid} --with ssl,downtime" turns some on.`,
  );
}

/** A plan as operators see it: with its intervals, which the API does not show. */
export function describePlan(plan: PlanRecord, default_plan_uuid: string | undefined) {
  return {
    ...presentPlan(plan, default_plan_uuid),
    uptime_interval_minutes: intervalMinutes("uptime", plan),
    audit_interval_hours: intervalMinutes("audit", plan) / 60,
  };
}
