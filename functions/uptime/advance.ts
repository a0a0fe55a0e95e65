import {
  endDowntime,
  endingAt,
  LATE_SECONDS,
  UPTIME_DAYS,
  type WholeDowntime,
} from "../../shared/checks/uptime.ts";
import type { Period, UptimeMemory } from "../../shared/entities/check.ts";

/** A failure counts once a further round this much later has failed as well. */
export const CONFIRM_SECONDS = 60;

const PERIODS = 200;

/** What a probe says of a website; `unknown` where it can't be reached from here at all. */
export type Finding = "up" | "down" | "unknown";

/** A probe of a website: when it began, in seconds since 1970, and how often there is to be one. */
export interface Look {
  finding: Finding;
  at: number;
  minutes: number;
  /** Whether it answers another region, where such a one was asked. */
  isUpElsewhere?: boolean;
  /** When it is maintained, or was. */
  announced?: Period[];
}

/** Down, since when; or back, with the downtime that ended. */
export type Transition = { is_up: false; from: number } | ({ is_up: true } & WholeDowntime);

/** What a probe changes: the memory, whether the next one comes soon, and a transition. */
export interface Step {
  memory: UptimeMemory;
  soon: boolean;
  transition?: Transition;
}

/**
 * What one probe says of a website: down when it failed in two rounds at least a minute apart and
 * answers nobody elsewhere, up again after two good ones. Nothing that happened while nobody looked counts:
 * a downtime ends with the last probe that saw it, and what comes after a gap, or after maintenance, has to be
 * confirmed anew.
 */
export function advance(before: UptimeMemory, look: Look): Step {
  const { finding, at } = look;
  if (finding === "unknown") return onUnknown(before);
  const memory: UptimeMemory = {
    ...leaveOutGap(before, look),
    first_checked_at: before.first_checked_at ?? at,
    checked_at: at,
  };
  return finding === "up" ? onAnswer(memory, at) : onFailure(memory, look);
}

/**
 * Whether a probe says what was since the one before: it does not come too late for that, and no
 * maintenance window lies in between, however short.
 */
export function isContinuous(
  before: number,
  { at, minutes, announced = [] }: Pick<Look, "at" | "minutes" | "announced">,
): boolean {
  const isInTime = at - before <= minutes * 60 + LATE_SECONDS;
  return isInTime && !announced.some(({ from, to }) => from < at && to > before);
}

/** Ends what is open at the last probe, where this one does not say what was in between. */
function leaveOutGap(memory: UptimeMemory, look: Look): UptimeMemory {
  const { at } = look;
  const { checked_at, gaps = [], ...before } = memory;
  if (checked_at === undefined || isContinuous(checked_at, look)) return memory;
  const { since: _, ...rest } = before;
  const isDown = before.state === "down" || before.state === "recovering";
  return {
    ...rest,
    state: isDown ? "down" : "up",
    downtimes: endingAt(before.downtimes, checked_at),
    gaps: recent([...gaps, { from: checked_at, to: at }], at),
  };
}

function onAnswer(memory: UptimeMemory, at: number): Step {
  if (memory.state === "recovering") return comeBack(memory, at);
  if (memory.state === "down") return recover(memory, at);
  const { since: _, ...rest } = memory;
  return { memory: { ...rest, state: "up" }, soon: false };
}

function onFailure(memory: UptimeMemory, { at, isUpElsewhere }: Look): Step {
  const { state, since, ...rest } = memory;
  if (state === "up") return { memory: { ...rest, state: "suspect", since: at }, soon: true };
  const open = rest.downtimes.find(({ to }) => to === undefined);
  if (open) return { memory: { ...rest, state: "down", since: open.from }, soon: false };
  // A clock that has jumped back must not put off the confirmation until it is there again.
  const from = Math.min((state === "recovering" ? undefined : since) ?? at, at);
  if (at - from < CONFIRM_SECONDS) {
    const next = state === "suspect" ? state : "down";
    return { memory: { ...rest, state: next, since: from }, soon: true };
  }
  // Its next failure is a first one again: a downtime never begins before it was last seen up.
  if (isUpElsewhere && state === "suspect")
    return { memory: { ...rest, state: "up" }, soon: false };
  const downtimes = recent([...rest.downtimes, { from }], at);
  const down: UptimeMemory = { ...rest, state: "down", since: from, downtimes };
  // After a gap, a website that was down before is still shown as that.
  if (state !== "suspect") return { memory: down, soon: false };
  return {
    memory: { ...down, down_since: from },
    soon: false,
    transition: { is_up: false, from },
  };
}

/** Nothing was seen. A website that is shown as down is so no longer, as soon as that is confirmed. */
function onUnknown(memory: UptimeMemory): Step {
  const { since: _, ...rest } = memory;
  if (memory.state === "recovering") return comeBack(memory, memory.checked_at ?? 0);
  if (memory.state === "down") return recover(memory, memory.checked_at);
  return { memory: { ...rest, state: "up" }, soon: false };
}

/** The first sign that a website is back: the downtime ends here, if the next probe says so too. */
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

/** The periods that still count; a site that flaps for days is bounded by their number. */
function recent<Stretch extends { to?: number }>(periods: Stretch[], now: number): Stretch[] {
  const oldest = now - (UPTIME_DAYS + 1) * 24 * 3600;
  return periods.filter(({ to }) => to === undefined || to > oldest).slice(-PERIODS);
}
