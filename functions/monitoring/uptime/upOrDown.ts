import type { Period, UptimeMemory } from "../../../shared/entities/check.ts";
import { addPeriod } from "../secondsByHour.ts";
import {
  downOf,
  endDowntime,
  endingAt,
  GAP_TOLERANCE_SECONDS,
  hasFailed,
  UPTIME_DAYS,
  unseenOf,
  type WholeDowntime,
} from "../uptimeMemory.ts";

/** A failure counts once another probe this much later has failed as well. */
export const CONFIRM_SECONDS = 60;

const PERIODS = 200;

/** What a probe says of a website; `unknown` if it can't be reached from this region at all. */
export type Finding = "up" | "down" | "unknown";

/** What `stateAfterProbe` has to know of a probe: its result, when it began, in seconds since 1970, and the interval. */
export interface ProbeReport {
  finding: Finding;
  at: number;
  minutes: number;
  /** Whether the website answers another region, if one was asked. */
  isUpElsewhere?: boolean;
  /** The maintenance windows of the website. */
  announced?: Period[];
}

/** Down, since when; or back, with the downtime that ended. */
export type Transition = { is_up: false; from: number } | ({ is_up: true } & WholeDowntime);

/** What a probe changes: the memory, whether the next one is in a minute, and a transition. */
export interface Step {
  memory: UptimeMemory;
  soon: boolean;
  transition?: Transition;
}

/**
 * The state of a website after a probe. It is down once two probes at least a minute apart have failed
 * and it answers no other region, and up again after two good ones. Time without probes counts for
 * nothing: a downtime ends with the last probe that saw it, and a failure after a gap, or after
 * maintenance, has to be confirmed again. Time is accounted from probe to probe, confirmed or not.
 */
export function stateAfterProbe(before: UptimeMemory, report: ProbeReport): Step {
  const { finding, at } = report;
  if (finding === "unknown") return onUnknown(before);
  const memory: UptimeMemory = {
    ...accountTime(before, report),
    first_checked_at: before.first_checked_at ?? at,
    checked_at: at,
  };
  return finding === "up" ? onAnswer(memory, at) : onFailure(memory, report);
}

/**
 * Whether a probe covers the time since the one before: it is not too late for that, and there was no
 * maintenance window in between, however short.
 */
export function isContinuous(
  before: number,
  { at, minutes, announced = [] }: Pick<ProbeReport, "at" | "minutes" | "announced">,
): boolean {
  const isInTime = at - before <= minutes * 60 + GAP_TOLERANCE_SECONDS;
  return isInTime && !announced.some(({ from, to }) => from < at && to > before);
}

/**
 * Accounts for the time since the probe before, whatever the state: it counts as down if that probe failed,
 * and as a gap if this probe does not cover it. A run of failures is added when it ends, so a long outage
 * takes no more space. A failure that another region does not see is not counted.
 */
function accountTime(memory: UptimeMemory, report: ProbeReport): UptimeMemory {
  const { state, checked_at } = memory;
  const { finding, at, isUpElsewhere } = report;
  if (checked_at === undefined) return finding === "down" ? { ...memory, down: {} } : memory;
  if (!isContinuous(checked_at, report))
    return leaveOutGap({ ...memory, down: downOf(memory) }, { from: checked_at, to: at });
  const isOver = hasFailed(memory) && finding === "up";
  if (isOver) return { ...memory, down: downOf(memory, at) };
  if (finding === "up" || (isUpElsewhere && state === "suspect")) return memory;
  return memory.down ? memory : { ...memory, down: downOf(memory), since: checked_at };
}

/** Ends an open downtime at the last probe before a gap. */
function leaveOutGap(memory: UptimeMemory, gap: Period): UptimeMemory {
  const { gaps = [], since: _, ...before } = memory;
  const isDown = before.state === "down" || before.state === "recovering";
  return {
    ...before,
    state: isDown ? "down" : "up",
    downtimes: endingAt(before.downtimes, gap.from),
    gaps: recent([...gaps, gap], gap.to),
    unseen: addPeriod(unseenOf(memory), gap),
  };
}

function onAnswer(memory: UptimeMemory, at: number): Step {
  if (memory.state === "recovering") return comeBack(memory, at);
  if (memory.state === "down") return recover(memory, at);
  const { since: _, ...rest } = memory;
  return { memory: { ...rest, state: "up" }, soon: false };
}

function onFailure(memory: UptimeMemory, { at, isUpElsewhere }: ProbeReport): Step {
  const { state, since, ...rest } = memory;
  if (state === "up") return { memory: { ...rest, state: "suspect", since: at }, soon: true };
  const open = rest.downtimes.find(({ to }) => to === undefined);
  if (open) {
    // A recovery that is not confirmed: in a minute, the website perhaps answers again.
    const isBroken = state === "recovering";
    const from = isBroken ? at : (since ?? at);
    return { memory: { ...rest, state: "down", since: from }, soon: isBroken };
  }
  const from = Math.min((state === "recovering" ? undefined : since) ?? at, at);
  if (at - from < CONFIRM_SECONDS) {
    const next = state === "suspect" ? state : "down";
    return { memory: { ...rest, state: next, since: from }, soon: true };
  }
  // Its next failure counts as the first: a downtime never begins before the website was last seen up.
  if (isUpElsewhere && state === "suspect")
    return { memory: { ...rest, state: "up" }, soon: false };
  const downtimes = recent([...rest.downtimes, { from }], at);
  const down: UptimeMemory = { ...rest, state: "down", since: from, downtimes };
  // A website that was down before a gap is still shown as down.
  if (state !== "suspect") return { memory: down, soon: false };
  return {
    memory: { ...down, down_since: from },
    soon: false,
    transition: { is_up: false, from },
  };
}

/** The website can't be reached from here: once that is confirmed, it is no longer shown as down. */
function onUnknown(before: UptimeMemory): Step {
  const memory = hasFailed(before) ? { ...before, down: downOf(before) } : before;
  const { since: _, ...rest } = memory;
  if (memory.state === "recovering") return comeBack(memory, memory.checked_at ?? 0);
  if (memory.state === "down") return recover(memory, memory.checked_at);
  return { memory: { ...rest, state: "up" }, soon: false };
}

/**
 * The state of a website that is not probed any more: a downtime ends with the last probe that saw it, and
 * what was not confirmed is forgotten.
 */
export function stateWhenPaused(before: UptimeMemory): Step {
  const { failed: _, unstable_since: __, since, ...rest } = before;
  const down = hasFailed(before) ? { down: downOf(before) } : {};
  const memory = { ...rest, ...down, state: "up" as const, is_paused: true };
  if (before.down_since === undefined) return { memory, soon: false };
  const end = before.state === "recovering" ? since : before.checked_at;
  return comeBack({ ...memory, ...(end !== undefined && { since: end }) }, before.checked_at ?? 0);
}

/** The website answers for the first time: the downtime ends here, if the next probe confirms it. */
function recover({ since: _, ...memory }: UptimeMemory, end = 0): Step {
  return { memory: { ...memory, state: "recovering", since: end }, soon: true };
}

function comeBack(before: UptimeMemory, at: number): Step {
  const { since: end = at, down_since: _, ...memory } = before;
  return {
    memory: { ...memory, state: "up", downtimes: recent(endingAt(memory.downtimes, end), at) },
    soon: false,
    transition: { is_up: true, ...endDowntime(before, end) },
  };
}

/** The periods that still count, up to a number that also bounds a website that flaps for days. */
function recent<Stretch extends { to?: number }>(periods: Stretch[], now: number): Stretch[] {
  const oldest = now - (UPTIME_DAYS + 1) * 24 * 3600;
  return periods.filter(({ to }) => to === undefined || to > oldest).slice(-PERIODS);
}
