import type { LoggedProbe } from "./bucketHours.ts";
import { readCharacter } from "./characters.ts";
import { CONFIRM_SECONDS } from "./states.ts";

export const STABILITY_SECONDS = 3600;
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
  /** The bad probes of the last hour. */
  failures: number;
}

/**
 * Whether a website that is up changes its stability, by the log of the last hour up to `at`. Bad are probes
 * whose first attempt failed, and failures that no downtime followed.
 */
export function changeOfStability(
  log: LoggedProbe[],
  { unstable_since, at }: { unstable_since: number | undefined; at: number },
): StabilityChange | undefined {
  const recent = log.filter((probe) => probe.at > at - STABILITY_SECONDS);
  const failures = countBad(recent);
  // A website that was added lately has had few probes.
  const regular = STABILITY_SECONDS / 60 / (recent.at(-1)?.minutes ?? 1);
  const share = failures / Math.max(regular, recent.length);
  if (unstable_since === undefined) {
    const begins = failures >= LEAST_BAD && share >= UNSTABLE;
    return begins ? { is_stable: false, since: at, failures } : undefined;
  }
  const isOver = at - unstable_since >= STABILITY_SECONDS && share < STABLE;
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
    if (recorded.finding === "down") run.push(at);
    else endRun(recorded.finding !== "elsewhere");
    if (recorded.finding === "up" && recorded.isSecondAttempt) bad += 1;
  }
  endRun(false);
  return bad;
}
