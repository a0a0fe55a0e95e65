import type { LoggedProbe } from "./bucketHours.ts";
import { readCharacter } from "./characters.ts";
import { CONFIRM_SECONDS } from "./states.ts";

const HOUR_SECONDS = 3600;
/** Long intervals have fewer probes in an hour. */
const LEAST_PROBES = 6;
/** A website becomes unstable when this share of an hour's probes is bad, and at least this many. */
const UNSTABLE = 1 / 5;
const LEAST_BAD = 2;
/** It is stable again after an hour with a smaller share. */
const STABLE = 1 / 10;

/** A website became unstable, or is stable again. */
export interface StabilityChange {
  is_stable: boolean;
  /** Since when it is, or was, unstable, in seconds since 1970. */
  since: number;
  /** The bad probes that decided it. */
  failures: number;
}

/** The seconds of which the probes decide: an hour, or six intervals if these are longer. */
export function stabilitySeconds(minutes: number): number {
  return Math.max(HOUR_SECONDS, LEAST_PROBES * minutes * 60);
}

/**
 * Whether a website that is up changes its stability, by the log of `stabilitySeconds` up to `at`, whose last probe
 * is the newest one. Bad are probes whose first attempt failed, and failures that no downtime followed.
 */
export function changeOfStability(
  log: LoggedProbe[],
  { unstable_since, at }: { unstable_since: number | undefined; at: number },
): StabilityChange | undefined {
  const minutes = log.at(-1)?.minutes ?? 1;
  const seconds = stabilitySeconds(minutes);
  const recent = log.filter((probe) => probe.at > at - seconds);
  const failures = countBad(recent);
  // A website that was added lately has had few probes.
  const regular = seconds / 60 / minutes;
  const share = failures / Math.max(regular, recent.length);
  if (unstable_since === undefined) {
    const begins = failures >= LEAST_BAD && share >= UNSTABLE;
    return begins ? { is_stable: false, since: at, failures } : undefined;
  }
  const isOver = at - unstable_since >= seconds && share < STABLE;
  return isOver ? { is_stable: true, since: unstable_since, failures } : undefined;
}

function countBad(log: LoggedProbe[]): number {
  let bad = 0;
  let run: number[] = [];
  const endRun = (isBad: boolean) => {
    const lasted = (run.at(-1) ?? 0) - (run[0] ?? 0);
    // Failures for a minute were a downtime.
    if (isBad && lasted < CONFIRM_SECONDS) bad += run.length;
    run = [];
  };
  for (const { at, character } of log) {
    const recorded = readCharacter(character);
    if (recorded.verdict === "down") run.push(at);
    else endRun(recorded.verdict !== "elsewhere");
    if (recorded.verdict === "up" && recorded.isSecondAttempt) bad += 1;
  }
  endRun(false);
  return bad;
}
