import type { CheckRecord } from "../../../shared/entities/check.ts";
import { describeError, log } from "../../../shared/log.ts";
import { dayRecord, LIVE_DAYS, roundsOf, writeDay } from "../dailyFigures.ts";
import { dayOf, daysLater } from "../tallies.ts";
import { readUptimeMemory } from "../uptime.ts";
import { advance } from "./advance.ts";
import type { Probe } from "./probeSite.ts";
import { reportOf } from "./recordProbe.ts";
import { tallyProbe } from "./tallyProbe.ts";

/** A probe that is about to be written, and the interval of its website. */
interface Probed {
  found: Probe;
  minutes: number;
}

/**
 * Writes the figures of days that the rounds of a website may not find any more, before its own check is
 * written: once a day those of the day before, with what this probe says of its end. If the website gets
 * another interval, what rounds found today is added to its own tallies; an error of that is thrown,
 * and the check is done again. Other errors are logged, and the next check tries again.
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
  const recordOf = async (known: CheckRecord<"uptime">, day: string) => {
    const memory = readUptimeMemory(known);
    return dayRecord(known, { day, memory, rounds: await roundsOf(known, day) });
  };
  let kept = check;
  if (!isWritten) {
    try {
      const known = probed ? after(check, probed) : check;
      const days = missingDays(check, today).map((day) => recordOf(known, day));
      await writeDay(await Promise.all(days));
      kept = { ...check, folded: yesterday };
    } catch (error) {
      if (moves) throw error;
      const { uuid } = check;
      log("error", "the figures of a day could not be written", { uuid, ...describeError(error) });
    }
  }
  if (!moves) return kept;
  const { looks, failures, observed, times } = await recordOf(check, today);
  return { ...kept, tallies: { ...tallies, [today]: { looks, failures, observed, times } } };
}

/** The day before, and an earlier one with probes of its own, unless they were written. */
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

/** The check as it is with a probe. */
function after(check: CheckRecord<"uptime">, { found, minutes }: Probed): CheckRecord<"uptime"> {
  const { memory } = advance(readUptimeMemory(check), reportOf(found, minutes));
  return { ...check, memory, tallies: tallyProbe(check, found, { minutes, bucket: undefined }) };
}
