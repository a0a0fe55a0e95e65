import { UPTIME_DAYS } from "../../shared/checks/uptime.ts";
import type { UptimeMemory } from "../../shared/entities/check.ts";

/** A failure counts once a further round this much later has failed as well. */
export const CONFIRM_SECONDS = 60;

const DOWNTIMES = 200;

/** What a round changes: the memory, whether the next round comes soon, and a transition to down or up. */
export interface Step {
  memory: UptimeMemory;
  soon: boolean;
  transition?: { is_up: false; from: number } | { is_up: true; from: number; to: number };
}

/**
 * What one round says of a website: down when it failed in two rounds at least a minute apart, up
 * again after two good ones. `now` is in seconds since 1970.
 */
export function advance(before: UptimeMemory, answered: boolean, now: number): Step {
  const memory = { ...before, first_checked_at: before.first_checked_at ?? now };
  return answered ? onAnswer(memory, now) : onFailure(memory, now);
}

function onAnswer(memory: UptimeMemory, now: number): Step {
  const { state, since, downtimes, ...rest } = memory;
  if (state === "down")
    return { memory: { ...memory, state: "recovering", since: now }, soon: true };
  const up: UptimeMemory = { ...rest, state: "up", downtimes };
  if (state !== "recovering") return { memory: up, soon: false };
  const last = downtimes.at(-1);
  const [from, to] = [last?.from ?? now, since ?? now];
  const closed = [...downtimes.slice(0, -1), { from, to }];
  return {
    memory: { ...up, downtimes: recent(closed, now) },
    soon: false,
    transition: { is_up: true, from, to },
  };
}

function onFailure(memory: UptimeMemory, now: number): Step {
  const { state, since = now, downtimes } = memory;
  if (state === "up") return { memory: { ...memory, state: "suspect", since: now }, soon: true };
  if (state === "suspect" && now - since < CONFIRM_SECONDS) return { memory, soon: true };
  const down: UptimeMemory = { ...memory, state: "down" };
  if (state !== "suspect") return { memory: down, soon: false };
  return {
    memory: { ...down, downtimes: recent([...downtimes, { from: since }], now) },
    soon: false,
    transition: { is_up: false, from: since },
  };
}

/** The downtimes that still count; a site that flaps for days is bounded by their number. */
function recent(downtimes: UptimeMemory["downtimes"], now: number) {
  const oldest = now - (UPTIME_DAYS + 1) * 24 * 3600;
  return downtimes.filter(({ to }) => to === undefined || to > oldest).slice(-DOWNTIMES);
}
