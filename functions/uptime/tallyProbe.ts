import { addObserved, addToDay, dayOf, daysLater } from "../../shared/checks/days.ts";
import { addLook, bucketOf, NO_LOOKS } from "../../shared/checks/looks.ts";
import { lastSlot } from "../../shared/checks/rosters.ts";
import { talliedAhead } from "../../shared/checks/uptime.ts";
import type { CheckRecord, Tally } from "../../shared/entities/check.ts";
import { isContinuous } from "./advance.ts";
import type { Probe } from "./probeSite.ts";

/** Until the figures of a day are written, on the day after it. */
const KEPT_DAYS = 2;

interface Place {
  minutes: number;
  /** The roster that it joins by this probe. */
  joins: number | undefined;
}

type Known = Pick<CheckRecord<"uptime">, "tallies" | "memory">;

/**
 * What the probes of a website by itself come to with this one, by day. The time since the one before
 * was observed, if that is not too long ago, nor maintenance in between; and where it joins a roster now,
 * that until its round.
 */
export function tallyProbe(
  check: Known,
  probe: Pick<Probe, "finding" | "at" | "duration" | "announced">,
  place: Place,
): Record<string, Tally> {
  const { finding, at, duration, announced = [] } = probe;
  const seconds = secondsOf(at);
  const tallies = withoutAhead(check, at);
  if (finding === "unknown") return recent(tallies, seconds);
  const { checked_at: before = seconds, observed_until = 0 } = check.memory;
  const isSeen = isContinuous(before, { at: seconds, minutes: place.minutes, announced });
  // No time twice.
  const from = isSeen ? Math.max(before, Math.min(observed_until, seconds)) : seconds;
  const observed = addObserved(tallies, { from, to: observedUntil(at, place) ?? seconds });
  const look = addLook(NO_LOOKS, finding === "up" ? bucketOf(duration) : undefined);
  return recent(addToDay(observed, dayOf(seconds), look), seconds);
}

/** Until when a website that joins a roster by a probe is observed, in seconds since 1970. */
export function observedUntil(at: Date, { minutes, joins }: Place): number | undefined {
  return joins === undefined ? undefined : lastSlot(joins, secondsOf(at) + minutes * 60);
}

/** The tallies of a website that does not wait for its roster's round any longer. */
export function withoutAhead({ tallies = {}, memory }: Known, at: Date): Record<string, Tally> {
  return addObserved(tallies, talliedAhead(memory, secondsOf(at)), -1);
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** Those that may still be written; what is later than the day after is of a clock that was ahead. */
function recent(tallies: Record<string, Tally>, seconds: number): Record<string, Tally> {
  const [oldest, latest] = [-KEPT_DAYS, 1].map((days) => daysLater(dayOf(seconds), days));
  const isRecent = ([day]: [string, Tally]) => day >= String(oldest) && day <= String(latest);
  return Object.fromEntries(Object.entries(tallies).filter(isRecent));
}
