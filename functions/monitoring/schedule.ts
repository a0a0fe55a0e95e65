import type { CheckKind } from "../../shared/entities/check.ts";
import { requireEnv } from "../../shared/env.ts";
import { timestamp } from "../../shared/time.ts";

/** The due index is spread over this many keys, so that none of them takes all writes. */
export const SHARDS = 32;
/** Further shards of audits: of slow websites, and of audits that were put off for lack of memory. */
export const SLOW_SHARD = SHARDS;
export const PUT_OFF_SHARD = SHARDS + 1;

/** The intervals that an operator may set on a plan. */
export interface Intervals {
  uptime_interval_minutes?: number | undefined;
  audit_interval_minutes?: number | undefined;
}

/** The variables with the interval, in minutes, of plans that have none of their own. */
const STAGE_INTERVAL: Record<CheckKind, string> = {
  uptime: "UPTIME_INTERVAL_MINUTES",
  audit: "AUDIT_INTERVAL_MINUTES",
};

/** The interval of a check: the plan's, or else the stage's. */
export function intervalMinutes(kind: CheckKind, plan: Intervals): number {
  const own = kind === "uptime" ? plan.uptime_interval_minutes : plan.audit_interval_minutes;
  return own ?? Number(requireEnv(STAGE_INTERVAL[kind]));
}

/** The shard of a website's checks: the end of a UUID is random. */
export function shardOf(websiteUuid: string): number {
  return Number.parseInt(websiteUuid.slice(-4), 16) % SHARDS;
}

/**
 * When a check is due next. By its uuid, each website has its own moment within the interval, so that
 * websites that were added together are not always checked together.
 */
export function nextDue(websiteUuid: string, minutes: number, now: Date): string {
  const interval = minutes * 60;
  const phase = Number.parseInt(websiteUuid.slice(-8), 16) % interval;
  const seconds = Math.floor(now.getTime() / 1000);
  const next = seconds - (seconds % interval) + phase;
  return timestamp(new Date((next > seconds ? next : next + interval) * 1000));
}
