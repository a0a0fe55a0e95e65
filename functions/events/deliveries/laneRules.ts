import type { DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { shardOf } from "../../monitoring/dueTimes.ts";

/** After this number of failures in a row, only one attempt at a time is made. */
export const BLOCKING_FAILURES = 3;
/** Seconds until the next attempt, by the number of failures in a row; the last one holds from then on. */
const GAP_SECONDS = [5, 30, 60, 120, 300];
/** How long a slow attempt blocks its endpoint's other deliveries, which wait in the lane. */
const SLOW_SECONDS = 15;
/** Longer than a worker's call: a worker that still holds the lane then has died. */
const CLAIM_SECONDS = 120;
const GIVE_UP_SECONDS = 5 * 24 * 3600;

type Lane = DeliveryLaneRecord;
export type WaitsFor = NonNullable<Lane["waits_for"]>;
/** Makes a changed lane of a lane; undefined stands for no lane. */
export type LaneRule = (lane: Lane | undefined) => Lane | undefined;

/** Applies rules one after the other. */
export function inTurn(...rules: (LaneRule | undefined)[]): LaneRule {
  return (lane) => rules.reduce((changed, rule) => (rule ? rule(changed) : changed), lane);
}

/** Whether deliveries go into the lane instead of to the endpoint. */
export function isBlocked(lane: Lane | undefined, now: Date): boolean {
  if (!lane) return false;
  // What waits for the reseller's limits is sent first.
  if (lane.waits_for !== undefined) return true;
  return lane.failures >= BLOCKING_FAILURES || isAhead(lane.blocked_until, now);
}

/** Whether every attempt at an endpoint has failed for five days, so that its webhook is to be disabled. */
export function isGivenUp(lane: Lane | undefined, now: Date): boolean {
  const since = lane?.failing_since;
  return since !== undefined && since <= secondsFrom(now, -GIVE_UP_SECONDS);
}

/** Makes the lane due by then, or when it is no longer blocked. A claimed lane stays: its worker reads the retries again. */
export function dueBy(webhook: OwnedKey, time: string): LaneRule {
  return (lane) => {
    if (!lane) return newLane(webhook, time);
    const due_at = latest(time, lane.blocked_until);
    return lane.claimed_until || lane.due_at <= due_at ? lane : { ...lane, due_at };
  };
}

/** Makes the lane due by then even when it is blocked: a reseller wants to see the attempt. */
export function triedBy(webhook: OwnedKey, time: string): LaneRule {
  return (lane) => {
    const { blocked_until: _, ...free } = lane ?? newLane(webhook, time);
    return dueBy(webhook, time)(free);
  };
}

/** Forgets the failures of the lane and makes it due by then. */
export function forgivenBy(webhook: OwnedKey, time: string): LaneRule {
  return (lane) => dueBy(webhook, time)(lane && healed(lane));
}

/** Blocks the endpoint while an attempt is slow, so that other deliveries don't wait in workers. */
export function whileSlow(webhook: OwnedKey, now: Date): LaneRule {
  const until = secondsFrom(now, SLOW_SECONDS);
  return (lane) => waiting(lane ?? newLane(webhook, until), until);
}

/** After first attempts that succeeded: the lane is due now. */
export function afterSuccess(now: Date): LaneRule {
  return (lane) => {
    if (!lane || isHealthy(lane)) return lane;
    const due_at = lane.claimed_until ? lane.due_at : earliest(lane.due_at, timestamp(now));
    return { ...healed(lane), due_at };
  };
}

/**
 * After first attempts that all failed. Many failures at once count up to the blocking number only;
 * beyond that, only attempts of the lane itself count.
 */
export function afterFailure(webhook: OwnedKey, now: Date, count: number): LaneRule {
  return (lane = newLane(webhook, secondsFrom(now, gapSeconds(1)))) => {
    const failures = Math.max(lane.failures, Math.min(lane.failures + count, BLOCKING_FAILURES));
    const failed = failing(lane, failures, now);
    return failures < BLOCKING_FAILURES ? failed : waiting(failed, secondsFrom(now, gapSeconds(1)));
  };
}

/** Blocks the endpoint until the time that it has asked for. */
export function leftAlone(webhook: OwnedKey, until: string): (lane: Lane | undefined) => Lane {
  return (lane) => waiting(lane ?? newLane(webhook, until), until);
}

/** Has deliveries wait that their reseller may not send yet; later ones queue behind them. */
export function heldBack(webhook: OwnedKey, until: string, waits_for: WaitsFor): LaneRule {
  return (lane) => ({ ...leftAlone(webhook, until)(lane), waits_for });
}

/** Claims a due lane for a worker: other workers find it due later. */
export function claimed(now: Date): LaneRule {
  return (lane) => {
    const claimed_until = secondsFrom(now, CLAIM_SECONDS);
    return lane && { ...lane, due_at: claimed_until, claimed_until };
  };
}

/** What a worker's attempts say of the endpoint, and when the next retry is due. */
export interface LaneOutcome {
  now: Date;
  result: "success" | "failure" | "none";
  /** Block the endpoint until then. */
  until?: string | undefined;
  /** What the deliveries that are due wait for. */
  waitsFor?: WaitsFor | undefined;
  soonest?: string | undefined;
}

/** Releases a claimed lane, or removes it when it has neither retries nor failures. */
export function released({ now, result, until, waitsFor, soonest }: LaneOutcome): LaneRule {
  return (lane) => {
    if (!lane) return undefined;
    const { claimed_until: _, waits_for: before, ...rest } = lane;
    const isDue = soonest !== undefined && soonest <= timestamp(now);
    const waits_for = waitsFor ?? (isDue ? before : undefined);
    const free = { ...rest, ...(waits_for && { waits_for }) };
    if (result === "failure") {
      const failures = lane.failures + 1;
      // The gaps begin where the lane is blocked: many first attempts that fail at once count once.
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

/** Without retries the lane is due when the webhook is to be disabled. */
function nextDue(lane: Lane, soonest: string | undefined, earliest = ""): string {
  if (soonest !== undefined) return latest(latest(soonest, earliest), lane.blocked_until);
  return secondsFrom(new Date(lane.failing_since ?? earliest), GIVE_UP_SECONDS);
}

/** A lane without failures, with the key of its webhook. */
export function newLane({ reseller_uuid, uuid }: OwnedKey, due_at: string): Lane {
  return { reseller_uuid, uuid, shard: shardOf(uuid), due_at, failures: 0 };
}

function failing(lane: Lane, failures: number, now: Date): Lane {
  return { ...lane, failures, failing_since: lane.failing_since ?? timestamp(now) };
}

/** Blocks the lane until then, and makes it due no sooner. */
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

/** The later of two timestamps, which compare as texts. */
export function latest(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

function secondsFrom(date: Date, seconds: number): string {
  return timestamp(new Date(date.getTime() + seconds * 1000));
}
