import type { UptimeMemory } from "../../../shared/entities/check.ts";
import { CONFIRM_SECONDS, type ProbeReport, type Step } from "./upOrDown.ts";

const HOUR_SECONDS = 3600;
const MINUTES_AN_HOUR = 60;
/** A website becomes unstable when this share of an hour's probes failed, and at least this many. */
const UNSTABLE = 1 / 5;
const LEAST_FAILURES = 2;
/** It is stable again after an hour in which a smaller share failed. */
const STABLE = 1 / 10;
/** A downtime this long without an answer is not flapping. */
const STEADY_SECONDS = 600;

/** A website became unstable, or is stable again. */
export interface StabilityChange {
  is_stable: boolean;
  /** Since when it is, or was, unstable, in seconds since 1970. */
  since: number;
  /** The failures of the last hour that no downtime followed. */
  failures: number;
}

/** A step that may change the website's stability as well. */
export interface StableStep extends Step {
  stability?: StabilityChange;
}

/**
 * Adds to a step what it says of the website's stability. Only failures count that no downtime followed.
 * A website that is suspected or down, or has just come back, stays as stable as it was. An unstable one is
 * probed each minute unless it is down steadily: otherwise only its failures would be followed by a probe
 * soon, and count for less time than the answers in between.
 */
export function withStability(before: UptimeMemory, step: Step, report: ProbeReport): StableStep {
  const { at, minutes } = report;
  const { failed: known = [], unstable_since: since, ...memory } = step.memory;
  const failed = [...known, ...unconfirmedFailure(before, step, report)].filter(
    (time) => time > at - HOUR_SECONDS,
  );
  const failures = failed.length;
  const kept: UptimeMemory = { ...memory, ...(failures > 0 && { failed }) };
  const isSettled = memory.state === "up" && !step.transition;
  const isUnstable = (began: number): StableStep => ({
    ...step,
    memory: { ...kept, unstable_since: began },
    soon: step.soon || !isDownSteadily(memory, at),
  });
  if (since === undefined) {
    const share = failures / probesAnHour(minutes, failures);
    const begins = isSettled && failures >= LEAST_FAILURES && share >= UNSTABLE;
    const stability = { is_stable: false, since: at, failures };
    return begins ? { ...isUnstable(at), stability } : { ...step, memory: kept };
  }
  const isOver = at - since >= HOUR_SECONDS && failures / MINUTES_AN_HOUR < STABLE;
  if (!isSettled || !isOver) return isUnstable(since);
  return { ...step, memory: kept, stability: { is_stable: true, since, failures } };
}

function isDownSteadily({ state, since }: UptimeMemory, at: number): boolean {
  return state === "down" && since !== undefined && at - since >= STEADY_SECONDS;
}

/** The failure that began a suspicion, if this step ends it without a downtime. */
function unconfirmedFailure(
  { state, since }: UptimeMemory,
  { memory }: Step,
  { isUpElsewhere }: ProbeReport,
): number[] {
  if (state !== "suspect" || since === undefined || isUpElsewhere) return [];
  return memory.state === "down" || memory.since === since ? [] : [since];
}

/** The probes of an hour: one each interval, and one that follows each failure a minute later. */
function probesAnHour(minutes: number, failures: number): number {
  const regular = MINUTES_AN_HOUR / minutes;
  return minutes * 60 > CONFIRM_SECONDS ? regular + failures : regular;
}
