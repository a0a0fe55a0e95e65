import type { Period, UptimeState } from "../entities/monitor.ts";

/** A failure, or an answer after a downtime, counts once a probe this much later says the same. */
export const CONFIRM_SECONDS = 60;
/** If two probes are further apart than the interval plus this, the time between them is a gap. */
export const GAP_TOLERANCE_SECONDS = 180;

/** The longest time between two probes that counts as observed. */
export function longestSeconds(minutes: number): number {
  return minutes * 60 + GAP_TOLERANCE_SECONDS;
}

/**
 * What a probe says of a website: `announced` if it failed in a maintenance window, `elsewhere` if it failed
 * here but answers another region, `unknown` if it can't be reached from this region at all.
 */
export type Verdict = "up" | "down" | "announced" | "elsewhere" | "unknown";

/** What the next state needs to know of a probe. */
export interface Report {
  verdict: Verdict;
  /** When it began, in seconds since 1970. */
  at: number;
  minutes: number;
  /** The maintenance windows of the website. */
  windows?: Period[];
}

/** A website went down or came back. Times and durations are in seconds. */
export type Transition =
  | { is_up: false; from: number }
  | { is_up: true; from: number; to: number; duration: number; unobserved: number };

/** The next state; whether a probe in a minute is to confirm it; and what has changed. */
export interface Step {
  uptime: UptimeState;
  soon: boolean;
  transition?: Transition;
}

/**
 * The state of a website after a probe. It is down after two failures at least a minute apart, and up after
 * two answers. A gap or maintenance in between makes a failure the first one again.
 */
export function nextState(before: UptimeState, report: Report): Step {
  const { verdict, at } = report;
  const seen = { ...before, checked_at: at };
  if (verdict === "announced") return { uptime: withUnobserved(seen, before, report), soon: false };
  if (isDown(before)) return onDowntime(before, report);
  const { since, is_undecided: _, ...decided } = seen;
  if (verdict === "up" || verdict === "elsewhere")
    return { uptime: { ...decided, state: "up" }, soon: false };
  if (verdict === "unknown") return { uptime: { ...decided, state: "unknown" }, soon: false };
  const first = before.state === "suspect" && isContinuous(before, report) ? since : undefined;
  const from = Math.min(first ?? at, at);
  if (at - from < CONFIRM_SECONDS)
    return { uptime: { ...seen, state: "suspect", since: from }, soon: true };
  return {
    uptime: { ...decided, state: "down", down_since: from, unobserved: 0 },
    soon: false,
    transition: { is_up: false, from },
  };
}

/** Whether the website is shown as down. */
export function isDown({ state }: Pick<UptimeState, "state">): boolean {
  return state === "down" || state === "recovering";
}

/** Whether a failure with this report would make the website down, so that other regions are to be asked. */
export function wouldBeDown(before: UptimeState, report: Omit<Report, "verdict">): boolean {
  return nextState(before, { ...report, verdict: "down" }).transition?.is_up === false;
}

function onDowntime(before: UptimeState, report: Report): Step {
  const { verdict, at } = report;
  const { since, ...rest } = withUnobserved({ ...before, checked_at: at }, before, report);
  // Whether it answers elsewhere says nothing about the end of a downtime here.
  if (verdict === "down" || verdict === "elsewhere")
    return { uptime: { ...rest, state: "down" }, soon: false };
  if (before.state === "down") {
    // A website that can't be reached from here any more was down until it was last seen.
    const end = verdict === "unknown" ? (before.checked_at ?? at) : at;
    return { uptime: { ...rest, state: "recovering", since: end }, soon: true };
  }
  const answered = Math.min(since ?? at, at);
  if (verdict === "up" && at - answered < CONFIRM_SECONDS)
    return { uptime: { ...rest, state: "recovering", since: answered }, soon: true };
  const { down_since: _, unobserved: __, ...up } = rest;
  return {
    uptime: { ...up, state: verdict === "up" ? "up" : "unknown" },
    soon: false,
    transition: endOfDowntime({ ...before, ...rest }, answered),
  };
}

/** A downtime that ends at a time. */
export function endOfDowntime(
  { down_since, unobserved = 0 }: UptimeState,
  end: number,
): Transition & { is_up: true } {
  const from = down_since ?? end;
  const to = Math.max(from, end);
  const unseen = Math.min(unobserved, to - from);
  return { is_up: true, from, to, duration: to - from - unseen, unobserved: unseen };
}

/** Adds to a downtime's unobserved time a gap since the previous probe, or the maintenance since then. */
function withUnobserved(after: UptimeState, before: UptimeState, report: Report): UptimeState {
  // Once the website answers again, the downtime has its end.
  if (before.state !== "down" || before.checked_at === undefined) return after;
  const stretch = { from: before.checked_at, to: report.at };
  const { minutes, windows = [] } = report;
  const isGap = report.at - before.checked_at > longestSeconds(minutes);
  const unseen = isGap ? Math.max(0, stretch.to - stretch.from) : secondsWithin(stretch, windows);
  return { ...after, unobserved: (before.unobserved ?? 0) + unseen };
}

/** Whether no gap and no maintenance window, however short, lies between a probe and the one before. */
function isContinuous({ checked_at }: UptimeState, { at, minutes, windows = [] }: Report): boolean {
  if (checked_at === undefined || at - checked_at > longestSeconds(minutes)) return false;
  return !windows.some(({ from, to }) => from < at && to > checked_at);
}

/** The seconds of a window that lie in these periods; where periods overlap, each second counts once. */
export function secondsWithin(window: Period, periods: Period[]): number {
  let seconds = 0;
  let counted = window.from;
  for (const { from, to } of periods.toSorted((one, other) => one.from - other.from)) {
    const end = Math.min(to, window.to);
    seconds += Math.max(0, end - Math.max(from, counted));
    counted = Math.max(counted, end);
  }
  return seconds;
}
