import { intervalMinutes } from "../../shared/checks/schedule.ts";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { presentPlan } from "../../shared/presentPlan.ts";

/** A plan as operators see it: with the intervals in force, which the API does not show. */
export function describePlan(plan: PlanRecord, default_plan_uuid: string | undefined) {
  return {
    ...presentPlan(plan, default_plan_uuid),
    uptime_interval_minutes: intervalMinutes("uptime", plan),
    audit_interval_hours: intervalMinutes("audit", plan) / 60,
  };
}
