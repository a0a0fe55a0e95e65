import * as z from "zod/mini";
import type { PlanRecord } from "../../shared/entities/plan.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { presentPlan } from "../../shared/resources/plan.ts";
import { type PlanFeature, planFeatures } from "../../shared/resources/planFeatures.ts";
import { type Write, write } from "../../shared/table/transact.ts";
import { type Intervals, intervalMinutes } from "../monitoring/dueTimes.ts";
import { Noted, wholeNumber } from "./command.ts";

/** One or more names of a plan's feature switches. */
export function features(what: string) {
  const error = `${what} takes one or more of ${planFeatures.join(", ")}.`;
  const wrong = ({ input }: { input?: unknown }) => {
    const meant = nearest(String(input), planFeatures);
    return `There is no switch "${input}"${meant ? `: did you mean ${meant}?` : "."} ${error}`;
  };
  return z.optional(
    z.array(z.enum(planFeatures, { error: wrong }), error).check(z.minLength(1, error)),
  );
}

/** The attributes of a plan that set all these switches to one position. */
export function switches(names: readonly PlanFeature[], position: boolean) {
  return Object.fromEntries(names.map((name) => [name, position])) as Record<PlanFeature, boolean>;
}

const UPTIME_MOST_MINUTES = 24 * 60;
const AUDIT_MOST_HOURS = 30 * 24;

/** The intervals between checks. */
export const intervalFields = {
  uptime_interval_minutes: z.optional(
    wholeNumber("--uptime-interval", UPTIME_MOST_MINUTES, "minutes"),
  ),
  audit_interval_hours: z.optional(wholeNumber("--audit-interval", AUDIT_MOST_HOURS, "hours")),
};

type Given = { [Field in keyof typeof intervalFields]: z.output<(typeof intervalFields)[Field]> };

/** The attributes of a plan for the intervals that were given. */
export function intervals({ uptime_interval_minutes, audit_interval_hours }: Partial<Given>) {
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

/** The name closest to a mistyped one; undefined if none is close. */
function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  const distances = names.map((name) => ({ name, distance: distance(word, name) }));
  const [best] = distances.toSorted((a, b) => a.distance - b.distance);
  // Up to a third of the letters may be wrong.
  return best && best.distance <= Math.max(1, best.name.length / 3) ? best.name : undefined;
}

/** The Levenshtein distance; a text much longer than the name is not compared. */
function distance(a: string, b: string): number {
  if (a.length > 2 * b.length + 2) return a.length;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
