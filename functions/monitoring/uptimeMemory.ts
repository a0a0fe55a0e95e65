import type {
  CheckRecord,
  Period,
  SecondsByHour,
  UptimeMemory,
} from "../../shared/entities/check.ts";
import { addPeriod } from "./secondsByHour.ts";

/** The memory of the uptime check of a website that is new, or has a new host name. */
export const NEW_UPTIME_MEMORY: UptimeMemory = { state: "up", downtimes: [] };

/** The memory of an uptime check as it is stored, without what rounds found since. */
export function readUptimeMemory({ memory }: Pick<CheckRecord<"uptime">, "memory">): UptimeMemory {
  return { ...NEW_UPTIME_MEMORY, ...memory };
}

export const UPTIME_DAYS = 7;

/** If two probes are further apart than the interval plus this, the time between them is a gap. */
export const GAP_TOLERANCE_SECONDS = 180;

/**
 * The time from now until the first round of a website that joined a bucket, which was counted as
 * observed in advance. If there is none, `to` is before `from`: the period counts for nothing.
 */
export function talliedAhead({ observed_until = 0 }: Partial<UptimeMemory>, now: number): Period {
  return { from: now, to: observed_until };
}

/** Whether the last probe failed. */
export function hasFailed({ state }: Pick<UptimeMemory, "state">): boolean {
  return state === "suspect" || state === "down";
}

/** Down seconds of the last days by hour; an ongoing run of failures counts up to `until`. */
export function downOf(memory: Partial<UptimeMemory>, until = memory.checked_at): SecondsByHour {
  const { down, downtimes = [], state = "up", since, checked_at = 0 } = memory;
  // Without `down`, downtimes have what was seen until the last probe.
  const known = down ?? endingAt(downtimes, checked_at).reduce(addPeriod, {});
  const from = down ? since : checked_at;
  if (!hasFailed({ state }) || from === undefined || until === undefined) return known;
  return addPeriod(known, { from, to: until });
}

/** What lies in gaps in the last days, by hour. */
export function unseenOf({ unseen, gaps = [] }: Partial<UptimeMemory>): SecondsByHour {
  return unseen ?? gaps.reduce(addPeriod, {});
}

/**
 * The seconds of a window that lie in these periods; where periods overlap, each second counts once.
 */
export function secondsWithin(window: Period, periods: Period[]): number {
  let seconds = 0;
  let counted = window.from;
  for (const { from, to } of periods.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(to, window.to);
    seconds += Math.max(0, end - Math.max(from, counted));
    counted = Math.max(counted, end);
  }
  return seconds;
}

/** A downtime as a whole, with gaps in between; times and durations are in seconds. */
export interface WholeDowntime extends Period {
  /** Seconds in which probes found the website down. */
  duration: number;
  /** Seconds in gaps. */
  unobserved: number;
}

/** The downtime for which a website is shown as down, if it ends at a time. */
export function endDowntime(
  { down_since, downtimes, gaps = [] }: UptimeMemory,
  end: number,
): WholeDowntime {
  const ended = endingAt(downtimes, end);
  const from = down_since ?? ended.at(-1)?.from ?? end;
  const whole = { from, to: Math.max(from, end) };
  const duration = secondsWithin(whole, ended);
  return { ...whole, duration, unobserved: secondsWithin(whole, gaps) };
}

/** Downtimes as periods: an open one ends at the given time, but never before it began. */
export function endingAt(downtimes: UptimeMemory["downtimes"], until: number): Period[] {
  return downtimes.map(({ from, to = until }) => ({ from, to: Math.max(from, to) }));
}
