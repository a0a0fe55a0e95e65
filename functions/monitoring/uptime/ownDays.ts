import type { CheckRecord, Tally } from "../../../shared/entities/check.ts";
import { describeError, log } from "../../../shared/log.ts";
import { type Bucket, lastSlot } from "../buckets.ts";
import { countChecks, dayRecord, LIVE_DAYS, roundsOf, writeDay } from "../dailyFigures.ts";
import { dayOf, daysLater } from "../days.ts";
import { classOfDuration } from "../durationClasses.ts";
import { addObserved, addProbe, addToDay, NO_PROBES } from "../tallies.ts";
import { readUptimeMemory, talliedAhead } from "../uptimeMemory.ts";
import { type Probe, reportOf } from "./probeSite.ts";
import { isContinuous, stateAfterProbe } from "./upOrDown.ts";

/** Days for which tallies are kept: the figures of a day are written on the next one. */
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
  // No second counts twice.
  const from = isSeen ? Math.max(before, Math.min(observed_until, seconds)) : seconds;
  const observed = addObserved(tallies, { from, to: observedUntil(at, joined) ?? seconds });
  const own = addProbe(NO_PROBES, finding === "up" ? classOfDuration(duration) : undefined);
  return recent(addToDay(observed, dayOf(seconds), own), seconds);
}

/** The first round of a website that joins a bucket by a probe, in seconds since 1970. */
export function observedUntil(at: Date, { minutes, bucket }: Joined): number | undefined {
  return bucket && lastSlot(bucket, secondsOf(at) + minutes * 60);
}

/** The tallies of a website without the time until its first round, which was counted in advance. */
export function withoutAhead({ tallies = {}, memory }: Known, at: Date): Record<string, Tally> {
  return addObserved(tallies, talliedAhead(memory, secondsOf(at)), -1);
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** The tallies of days whose figures are perhaps not written yet. */
function recent(tallies: Record<string, Tally>, seconds: number): Record<string, Tally> {
  const oldest = daysLater(dayOf(seconds), -KEPT_DAYS);
  return Object.fromEntries(Object.entries(tallies).filter(([day]) => day >= oldest));
}

/** A probe that is about to be written, and the interval of its website. */
interface Probed {
  found: Probe;
  minutes: number;
}

/**
 * Writes the figures of the day before, once a day, for a website that is checked separately: no round
 * writes them for it. If its interval changes, what rounds found today is added to the check's tallies:
 * an error in that is thrown, and the check is done again. Other errors are logged, and the next check
 * tries again.
 */
export async function keepDays(
  check: CheckRecord<"uptime">,
  { now, probed }: { now: number; probed?: Probed },
): Promise<CheckRecord<"uptime">> {
  const { target, tallies = {} } = check;
  const today = dayOf(now / 1000);
  const yesterday = daysLater(today, -1);
  const moves = target !== undefined && probed !== undefined && target.minutes !== probed.minutes;
  const isWritten = check.folded === yesterday;
  const recordOf = async (known: CheckRecord<"uptime">, day: string) =>
    dayRecord(known, { day, rounds: await roundsOf(known, day) });
  let kept = check;
  if (!isWritten) {
    try {
      const known = probed ? after(check, probed) : check;
      const missing = missingDays(check, today).map((day) => recordOf(known, day));
      const days = await Promise.all(missing);
      await writeDay(days);
      await countChecks(days);
      kept = { ...check, folded: yesterday };
    } catch (error) {
      if (moves) throw error;
      const { uuid } = check;
      log("error", "the figures of a day could not be written", { uuid, ...describeError(error) });
    }
  }
  if (!moves) return kept;
  const { looks, failures, observed, times } = await recordOf(check, today);
  const tally = { ...tallies[today], looks, failures, observed, times };
  return { ...kept, tallies: { ...tallies, [today]: tally } };
}

/** The day before, and an earlier day with probes of the check, unless they were written. */
function missingDays(
  { folded = "", tallies = {} }: CheckRecord<"uptime">,
  today: string,
): string[] {
  const yesterday = daysLater(today, -1);
  const earlier = Object.keys(tallies).filter(
    (day) => day >= daysLater(today, -LIVE_DAYS) && day < yesterday && day > folded,
  );
  return [...earlier, yesterday];
}

/** The check as it will be once the probe is written. */
function after(check: CheckRecord<"uptime">, { found, minutes }: Probed): CheckRecord<"uptime"> {
  const { memory } = stateAfterProbe(readUptimeMemory(check), reportOf(found, minutes));
  return { ...check, memory, tallies: tallyProbe(check, found, { minutes, bucket: undefined }) };
}
