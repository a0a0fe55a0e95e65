import * as z from "zod/mini";
import type { PlanRecord } from "../../shared/entities/plan.ts";

const UPTIME_MOST_MINUTES = 24 * 60;
const AUDIT_MOST_HOURS = 30 * 24;

function wholeNumber(what: string, unit: string, most: number) {
  const error = `${what} must be a whole number of ${unit} from 1 to ${most}.`;
  return z.optional(z.int(error).check(z.gte(1, error), z.lte(most, error)));
}

/** How often the websites of a plan's businesses are checked. */
export const intervalFields = {
  uptime_interval_minutes: wholeNumber("--uptime-interval", "minutes", UPTIME_MOST_MINUTES),
  audit_interval_hours: wholeNumber("--audit-interval", "hours", AUDIT_MOST_HOURS),
};

type Given = { [Field in keyof typeof intervalFields]: z.output<(typeof intervalFields)[Field]> };
type Intervals = Partial<Pick<PlanRecord, "uptime_interval_minutes" | "audit_interval_minutes">>;

/** Those of the intervals that were given, as attributes of a plan. */
export function intervals({ uptime_interval_minutes, audit_interval_hours }: Partial<Given>) {
  const given: Intervals = {};
  if (uptime_interval_minutes) given.uptime_interval_minutes = uptime_interval_minutes;
  if (audit_interval_hours) given.audit_interval_minutes = audit_interval_hours * 60;
  return given;
}
