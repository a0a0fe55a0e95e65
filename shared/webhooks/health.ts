import type { WebhookHealth as Health } from "../entities/webhook.ts";
import { timestamp } from "../platform/time.ts";

/** While an endpoint fails, an attempt is made after as long as it has failed, within these limits. */
const SHORTEST_GAP_SECONDS = 5;
const LONGEST_GAP_SECONDS = 300;
const GIVE_UP_SECONDS = 5 * 24 * 3600;
/** Longer than a call of the retrier: one that still works then has died. */
const CLAIM_SECONDS = 90;
/** The index of pending deliveries may lag behind the table by this much. */
const INDEX_LAG_SECONDS = 5;
/** After how long a health without pending deliveries is looked at again, as the index may not show a new one yet. */
const IDLE_SECONDS = 60;

/** Returns the health that replaces a health; undefined stands for none. */
export type HealthRule = (health: Health | undefined) => Health | undefined;

/** What a worker's attempts say about an endpoint. */
export interface Outcome {
  /** `success` if one attempt succeeded; `gone` after status 410; `none` without attempts. */
  result: "none" | "success" | "failure" | "gone";
  /** The endpoint asks for a pause until then. */
  until?: Date | undefined;
  /** Deliveries wait until then for a reason of ours, such as the reseller's limit. */
  hold?: Date | undefined;
}

/** Whether deliveries wait instead of being attempted. Only a retrier closes the breaker, by an attempt. */
export function isOpen({ is_open = false, failing_since }: Partial<Health> = {}): boolean {
  return is_open || failing_since !== undefined;
}

/** Whether every attempt has failed for five days. The webhook is then disabled. */
export function isGivenUp(health: Health | undefined, now: Date): boolean {
  return health?.failing_since !== undefined && givenUpAt(health.failing_since) <= timestamp(now);
}

/** The health after a deliverer's attempts. `soonest` is when the first of its pending deliveries is due. */
export function attempted(
  { result, until, hold }: Outcome,
  soonest: string | undefined,
  now: Date,
): HealthRule {
  return (before) => {
    let health = before;
    if (result === "success" && isOpen(health)) health = forgiven(now, health);
    if (result === "failure") health = failed(now, health);
    if (until) health = pausedUntil(until, health);
    const due_at = hold ? timestampAfter(hold.getTime()) : soonest;
    return due_at ? dueBy(due_at)(health) : health;
  };
}

/** A delivery is pending: a retrier has to look at this time, or later while the breaker is open. */
export function dueBy(time: string) {
  return (health: Health = { due_at: time }): Health => {
    const { is_idle: _, ...rest } = health;
    return rest.is_open ? rest : { ...rest, due_at: earliest(rest.due_at, time) };
  };
}

/**
 * An attempt failed: nothing is sent for a while. Attempts that fail while the breaker is open began before it opened,
 * and count once.
 */
function failed(now: Date, health: Health = { due_at: "" }): Health {
  const { failing_since = timestamp(now) } = health;
  if (health.is_open) return { ...health, failing_since };
  const failingSeconds = (now.getTime() - Date.parse(failing_since)) / 1000;
  const gap = Math.min(Math.max(failingSeconds, SHORTEST_GAP_SECONDS), LONGEST_GAP_SECONDS);
  return { ...health, failing_since, is_open: true, due_at: after(now, gap) };
}

/** Nothing is sent before this time, because the endpoint asks for a pause. */
function pausedUntil(time: Date, health?: Health): Health {
  const former = health?.is_open ? health.due_at : undefined;
  return { ...health, is_open: true, due_at: latest(timestampAfter(time.getTime()), former) };
}

/**
 * The breaker closes, because an attempt succeeded or somebody wants to see one: deliveries that are due are sent now.
 * A retrier that is at work keeps its claim: a second one would send the same deliveries.
 */
export function forgiven(now: Date, { claimed_until = "" }: Partial<Health> = {}): Health {
  if (claimed_until <= timestamp(now)) return { due_at: timestamp(now) };
  return { claimed_until, is_open: true, due_at: claimed_until };
}

/** Keeps all others from the endpoint while a retrier works, and makes it due in case the retrier dies. */
export function claimed(health: Health, now: Date): Health {
  const until = after(now, CLAIM_SECONDS);
  return { ...health, claimed_until: until, is_open: true, due_at: until };
}

/**
 * The health after the attempts of a retrier, which claimed it as `mine`. `soonest` is when the next attempt is due;
 * undefined if no delivery is pending. A pause that the endpoint asked another worker for stays. `isTouched` says that
 * somebody has changed the webhook meanwhile: a delivery that was added may not be visible yet.
 */
export function released(
  mine: Health,
  { result, until, hold }: Outcome,
  soonest: string | undefined,
  now: Date,
) {
  return (health: Health | undefined, isTouched: boolean): Health | undefined => {
    if (!health || health.claimed_until !== mine.claimed_until) return health;
    const { claimed_until: _, is_open: __, ...rest } = health;
    const { due_at } = rest;
    if (due_at !== mine.due_at) return { ...rest, is_open: true };
    const changed =
      result === "failure" ? failed(now, rest) : result === "success" ? { due_at } : rest;
    if (until) return pausedUntil(until, changed);
    if (result === "failure") return changed;
    if (hold) return { ...changed, due_at: timestampAfter(hold.getTime()) };
    return resting(changed, isTouched ? timestamp(now) : soonest, now);
  };
}

/**
 * The health after a look at which nothing was due: it is due again at the next attempt. Returns undefined if nothing
 * has been pending since the last look, a minute ago: the health is removed.
 */
export function rested(health: Health, soonest: string | undefined, now: Date): Health | undefined {
  const isOver = health.is_idle && soonest === undefined && health.failing_since === undefined;
  return isOver ? undefined : resting(health, soonest, now);
}

function resting(health: Health, soonest: string | undefined, now: Date): Health {
  const { is_idle: _, is_open: __, ...rest } = health;
  const giveUp = rest.failing_since && givenUpAt(rest.failing_since);
  const next = soonest ?? giveUp ?? after(now, IDLE_SECONDS);
  const due_at = latest(giveUp ? earliest(next, giveUp) : next, after(now, INDEX_LAG_SECONDS));
  return { ...rest, due_at, ...(soonest === undefined && { is_idle: true }) };
}

function givenUpAt(failing_since: string): string {
  return after(new Date(failing_since), GIVE_UP_SECONDS);
}

/** The later of two timestamps, which are compared as text. */
function latest(one: string, other: string | undefined): string {
  return other !== undefined && other > one ? other : one;
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

function after(time: Date, seconds: number): string {
  return timestampAfter(time.getTime() + seconds * 1000);
}

/** The timestamp of a time in milliseconds, rounded up to a second. */
export function timestampAfter(time: number): string {
  return timestamp(new Date(Math.ceil(time / 1000) * 1000));
}
