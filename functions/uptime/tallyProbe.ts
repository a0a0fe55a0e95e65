import { addObserved, addToDay, dayOf, daysLater } from "../../shared/checks/days.ts";
import { addLook, bucketOf, NO_LOOKS } from "../../shared/checks/looks.ts";
import { lastSlot } from "../../shared/checks/rosters.ts";
import type { CheckRecord, Tally } from "../../shared/entities/check.ts";
import { isContinuous } from "./advance.ts";
import type { Probe } from "./probeSite.ts";

/** Until the figures of a day are written, on the day after it. */
const KEPT_DAYS = 2;

/**
 * What the probes of a website by itself come to with this one, by day. The time since the one before
 * was observed, if that is not too long ago, nor maintenance in between; and where it joins a roster now,
 * that until its round.
 */
export function tallyProbe(
  { tallies = {}, memory }: CheckRecord<"uptime">,
  {
    finding,
    at,
    duration,
    announced = [],
  }: Pick<Probe, "finding" | "at" | "duration" | "announced">,
  { minutes, joins }: { minutes: number; joins: number | undefined },
): Record<string, Tally> {
  const seconds = Math.floor(at.getTime() / 1000);
  if (finding === "unknown") return recent(tallies, seconds);
  const before = memory.checked_at ?? seconds;
  const isSeen = isContinuous(before, { at: seconds, minutes, announced });
  const round = joins === undefined ? seconds : lastSlot(joins, seconds + minutes * 60);
  const observed = addObserved(tallies, { from: isSeen ? before : seconds, to: round });
  const look = addLook(NO_LOOKS, finding === "up" ? bucketOf(duration) : undefined);
  return recent(addToDay(observed, dayOf(seconds), look), seconds);
}

/** Those that may still be written; what is later than the day after is of a clock that was ahead. */
function recent(tallies: Record<string, Tally>, seconds: number): Record<string, Tally> {
  const [oldest, latest] = [-KEPT_DAYS, 1].map((days) => daysLater(dayOf(seconds), days));
  const isRecent = ([day]: [string, Tally]) => day >= String(oldest) && day <= String(latest);
  return Object.fromEntries(Object.entries(tallies).filter(isRecent));
}
