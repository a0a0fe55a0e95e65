import type { CheckRecord, Tally } from "../../../shared/entities/check.ts";
import { type Bucket, lastSlot } from "../buckets.ts";
import {
  addObserved,
  addProbe,
  addToDay,
  classOf,
  dayOf,
  daysLater,
  NO_PROBES,
} from "../tallies.ts";
import { talliedAhead } from "../uptime.ts";
import { isContinuous } from "./advance.ts";
import type { Probe } from "./probeSite.ts";

/** Until the figures of a day are written, on the day after it. */
const KEPT_DAYS = 2;

interface Joined {
  minutes: number;
  /** The bucket that the website joins by this probe. */
  bucket: Bucket | undefined;
}

type Known = Pick<CheckRecord<"uptime">, "tallies" | "memory">;

/**
 * The tallies of a website's own probes with this one, by day. The time since the probe before was
 * observed, unless that is too long ago or there was maintenance in between. A website that joins a
 * bucket counts as observed until its first round.
 */
export function tallyProbe(
  check: Known,
  probe: Pick<Probe, "finding" | "at" | "duration" | "announced">,
  joined: Joined,
): Record<string, Tally> {
  const { finding, at, duration, announced = [] } = probe;
  const seconds = secondsOf(at);
  const tallies = withoutAhead(check, at);
  if (finding === "unknown") return recent(tallies, seconds);
  const { checked_at: before = seconds, observed_until = 0 } = check.memory;
  const isSeen = isContinuous(before, { at: seconds, minutes: joined.minutes, announced });
  // No time twice.
  const from = isSeen ? Math.max(before, Math.min(observed_until, seconds)) : seconds;
  const observed = addObserved(tallies, { from, to: observedUntil(at, joined) ?? seconds });
  const own = addProbe(NO_PROBES, finding === "up" ? classOf(duration) : undefined);
  return recent(addToDay(observed, dayOf(seconds), own), seconds);
}

/** The first round of a website that joins a bucket by a probe, in seconds since 1970. */
export function observedUntil(at: Date, { minutes, bucket }: Joined): number | undefined {
  return bucket && lastSlot(bucket, secondsOf(at) + minutes * 60);
}

/** The tallies of a website that no longer waits for its first round. */
export function withoutAhead({ tallies = {}, memory }: Known, at: Date): Record<string, Tally> {
  return addObserved(tallies, talliedAhead(memory, secondsOf(at)), -1);
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** The tallies of days whose figures may not be written yet. */
function recent(tallies: Record<string, Tally>, seconds: number): Record<string, Tally> {
  const oldest = daysLater(dayOf(seconds), -KEPT_DAYS);
  return Object.fromEntries(Object.entries(tallies).filter(([day]) => day >= oldest));
}
