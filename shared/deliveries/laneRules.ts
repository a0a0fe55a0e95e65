import { shardOf } from "../checks/schedule.ts";
import type { DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { timestamp } from "../time.ts";

/** So many failures in a row, and nothing is sent any more but one attempt at a time. */
export const BLOCKING_FAILURES = 3;
/** After so many failures in a row, how long until the next attempt; the last one is for all others. */
const GAP_SECONDS = [5, 30, 60, 120, 300];
/** While an attempt takes long, its endpoint's other deliveries wait in the lane. */
const SLOW_SECONDS = 15;
/** Long enough for a worker's whole call: then it has died. */
const CLAIM_SECONDS = 120;
const GIVE_UP_SECONDS = 5 * 24 * 3600;

type Lane = DeliveryLaneRecord;
/** What a change makes of a lane; undefined where there is none. */
export type LaneRule = (lane: Lane | undefined) => Lane | undefined;

/** Rules that are applied one after the other. */
export function inTurn(...rules: (LaneRule | undefined)[]): LaneRule {
  return (lane) => rules.reduce((changed, rule) => (rule ? rule(changed) : changed), lane);
}

/** Whether deliveries go into the lane instead of to the endpoint. */
export function isBlocked(lane: Lane | undefined, now: Date): boolean {
  if (!lane) return false;
  return lane.failures >= BLOCKING_FAILURES || isAhead(lane.blocked_until, now);
}

/** Whether nothing but failures came of an endpoint for so long that its webhook is disabled. */
export function isGivenUp(lane: Lane | undefined, now: Date): boolean {
  const since = lane?.failing_since;
  return since !== undefined && since <= secondsFrom(now, -GIVE_UP_SECONDS);
}

/** The lane is due by then, or when its endpoint may be asked again. A worker in it sees by itself. */
export function dueBy(webhook: OwnedKey, time: string): LaneRule {
  return (lane) => {
    if (!lane) return newLane(webhook, time);
    const due_at = latest(time, lane.blocked_until);
    return lane.claimed_until || lane.due_at <= due_at ? lane : { ...lane, due_at };
  };
}

/** A reseller wants to see it tried now: the lane is due by then, however it is blocked. */
export function triedBy(webhook: OwnedKey, time: string): LaneRule {
  return (lane) => {
    const { blocked_until: _, ...free } = lane ?? newLane(webhook, time);
    return dueBy(webhook, time)(free);
  };
}

/** The failures of the lane are forgotten, and it is due by then. */
export function forgivenBy(webhook: OwnedKey, time: string): LaneRule {
  return (lane) => dueBy(webhook, time)(lane && healed(lane));
}

/** An attempt takes long: until it has ended, the endpoint's other deliveries don't wait in workers. */
export function whileSlow(webhook: OwnedKey, now: Date): LaneRule {
  const until = secondsFrom(now, SLOW_SECONDS);
  return (lane) => waiting(lane ?? newLane(webhook, until), until);
}

/** First attempts have gone well: what waits in the lane need not wait any longer. */
export function afterSuccess(now: Date): LaneRule {
  return (lane) => {
    if (!lane || isHealthy(lane)) return lane;
    const due_at = lane.claimed_until ? lane.due_at : earliest(lane.due_at, timestamp(now));
    return { ...healed(lane), due_at };
  };
}

/**
 * First attempts have failed, and none went well. Many that fail at once are no reason to wait
 * longer: only attempts of the lane itself raise the failures any further.
 */
export function afterFailure(webhook: OwnedKey, now: Date, count: number): LaneRule {
  return (lane = newLane(webhook, secondsFrom(now, gapSeconds(1)))) => {
    const failures = Math.max(lane.failures, Math.min(lane.failures + count, BLOCKING_FAILURES));
    const failed = failing(lane, failures, now);
    return failures < BLOCKING_FAILURES ? failed : waiting(failed, secondsFrom(now, gapSeconds(1)));
  };
}

/** The endpoint wants to be left alone until then. */
export function leftAlone(webhook: OwnedKey, until: string): LaneRule {
  return (lane) => waiting(lane ?? newLane(webhook, until), until);
}

/** A worker takes the lane that is due: whoever else comes for it finds it due later. */
export function claimed(now: Date): LaneRule {
  return (lane) => {
    const claimed_until = secondsFrom(now, CLAIM_SECONDS);
    return lane && { ...lane, due_at: claimed_until, claimed_until };
  };
}

/** What a worker in the lane has seen of the endpoint, and the soonest retry that is left. */
export interface LaneOutcome {
  now: Date;
  result: "success" | "failure" | "none";
  /** Until when the endpoint wants to be left alone. */
  until?: string | undefined;
  soonest?: string | undefined;
}

/** The worker leaves the lane. Without retries and failures there is none any more. */
export function released({ now, result, until, soonest }: LaneOutcome): LaneRule {
  return (lane) => {
    if (!lane) return undefined;
    const { claimed_until: _, ...free } = lane;
    if (result === "failure") {
      const failures = lane.failures + 1;
      // Counted from when it was blocked: many first attempts that failed at once are one failure.
      const gap = secondsFrom(now, gapSeconds(Math.max(1, failures - BLOCKING_FAILURES + 2)));
      const failed = waiting(failing(free, failures, now), until);
      const after = failures < BLOCKING_FAILURES ? failed : waiting(failed, gap);
      return { ...after, due_at: nextDue(after, soonest, gap) };
    }
    const after = waiting(result === "success" ? healed(free) : free, until);
    if (soonest === undefined && after.failing_since === undefined) return undefined;
    return { ...after, due_at: nextDue(after, soonest, soonest) };
  };
}

/** Without retries it is due when the webhook is given up. */
function nextDue(lane: Lane, soonest: string | undefined, earliest = ""): string {
  if (soonest !== undefined) return latest(latest(soonest, earliest), lane.blocked_until);
  return secondsFrom(new Date(lane.failing_since ?? earliest), GIVE_UP_SECONDS);
}

/** A lane without failures. The key is that of its webhook. */
export function newLane({ reseller_uuid, uuid }: OwnedKey, due_at: string): Lane {
  return { reseller_uuid, uuid, shard: shardOf(uuid), due_at, failures: 0 };
}

function failing(lane: Lane, failures: number, now: Date): Lane {
  return { ...lane, failures, failing_since: lane.failing_since ?? timestamp(now) };
}

/** Nothing is sent until then, so that the lane is not due any sooner either. */
function waiting(lane: Lane, until: string | undefined): Lane {
  if (until === undefined) return lane;
  const blocked_until = latest(until, lane.blocked_until);
  const due_at = lane.claimed_until ? lane.due_at : latest(lane.due_at, blocked_until);
  return { ...lane, blocked_until, due_at };
}

function isHealthy({ failures, failing_since, blocked_until }: Lane): boolean {
  return failures === 0 && failing_since === undefined && blocked_until === undefined;
}

function healed({ failing_since: _, blocked_until: __, ...lane }: Lane): Lane {
  return { ...lane, failures: 0 };
}

function gapSeconds(failures: number): number {
  const last = GAP_SECONDS.length - 1;
  return GAP_SECONDS[Math.min(failures - 1, last)] ?? 0;
}

function isAhead(time: string | undefined, now: Date): boolean {
  return time !== undefined && time > timestamp(now);
}

/** Of two timestamps, which compare as texts. */
export function latest(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

function secondsFrom(date: Date, seconds: number): string {
  return timestamp(new Date(date.getTime() + seconds * 1000));
}
