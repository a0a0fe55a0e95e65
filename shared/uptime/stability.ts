import type { UptimeState } from "../entities/monitor.ts";

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

/** The stability of a website, and whether a probe has changed it. */
interface Stability {
  bad: number[];
  unstable_since: number | undefined;
  change?: StabilityChange;
}

/**
 * The bad probes of a website within an hour, or six intervals if these are longer, and whether they change its
 * stability, as they do while it is up. Bad is a probe whose first attempt failed, or which answers after a failure
 * that it does not confirm.
 */
export function judgeStability(
  { bad = [], unstable_since }: Pick<UptimeState, "bad" | "unstable_since">,
  { at, minutes, isUp, isBad }: { at: number; minutes: number; isUp: boolean; isBad: boolean },
): Stability {
  if (!isUp) return { bad, unstable_since };
  const seconds = Math.max(HOUR_SECONDS, LEAST_PROBES * minutes * 60);
  const recent = [...bad, ...(isBad ? [at] : [])].filter((each) => each > at - seconds);
  const failures = recent.length;
  const share = failures / (seconds / 60 / minutes);
  const isUnstable = unstable_since === undefined && failures >= LEAST_BAD && share >= UNSTABLE;
  if (isUnstable) {
    const change = { is_stable: false, since: at, failures };
    return { bad: recent, unstable_since: at, change };
  }
  const isOver = unstable_since !== undefined && at - unstable_since >= seconds && share < STABLE;
  if (!isOver) return { bad: recent, unstable_since };
  const change = { is_stable: true, since: unstable_since, failures };
  return { bad: recent, unstable_since: undefined, change };
}
