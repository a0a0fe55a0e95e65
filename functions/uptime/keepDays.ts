import { dayRecord, LIVE_DAYS, rowsOf, writeDay } from "../../shared/checks/dailyFigures.ts";
import { dayOf, daysLater } from "../../shared/checks/days.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { describeError, log } from "../../shared/log.ts";
import { advance } from "./advance.ts";
import type { Probe } from "./probeSite.ts";
import { lookOf } from "./recordProbe.ts";
import { tallyProbe } from "./tallyProbe.ts";

/** A probe that is about to be written, of a website that is to be in this roster. */
interface Probed {
  found: Probe;
  minutes: number;
  roster: number;
}

/**
 * What has to be kept of a website's days before what is known of it by itself is written: once a day
 * the figures of the day before are written, with what this probe says of its end, since its roster's
 * round may not find it there, and those of the day before that where nobody has looked since; and where it is to be in another roster, what the rounds of its own saw
 * today becomes its own. What fails is logged, and tried again the next time; undefined where it has to
 * stay in its roster until then, since nobody could find its days there any more.
 */
export async function keepDays(
  check: CheckRecord<"uptime">,
  { now, probed }: { now: number; probed?: Probed },
): Promise<CheckRecord<"uptime"> | undefined> {
  const { seat, tallies = {} } = check;
  const today = dayOf(now / 1000);
  const yesterday = daysLater(today, -1);
  const isKept = check.folded === yesterday;
  const stays = !seat || !probed || seat.roster === probed.roster;
  if (isKept && stays) return check;
  const recordOf = async (known: CheckRecord<"uptime">, day: string) => {
    const memory = readUptimeMemory(known);
    return dayRecord(known, { day, memory, rows: await rowsOf(known, day, now) });
  };
  try {
    if (!isKept) {
      const known = probed ? after(check, probed) : check;
      const days = missingDays(check, today).map((day) => recordOf(known, day));
      await writeDay(await Promise.all(days));
    }
    if (stays) return { ...check, folded: yesterday };
    const { looks, failures, observed, times } = await recordOf(check, today);
    const own = { ...tallies, [today]: { looks, failures, observed, times } };
    return { ...check, tallies: own, folded: yesterday };
  } catch (error) {
    log("error", "the figures of a day could not be written", {
      uuid: check.uuid,
      ...describeError(error),
    });
    return stays ? check : undefined;
  }
}

/** The day before, and one before that on which it was by itself, unless that was written. */
function missingDays(
  { folded = "", tallies = {} }: CheckRecord<"uptime">,
  today: string,
): string[] {
  const yesterday = daysLater(today, -1);
  // A later one is of a clock that was ahead.
  const written = folded <= yesterday ? folded : "";
  const earlier = Object.keys(tallies).filter(
    (day) => day >= daysLater(today, -LIVE_DAYS) && day < yesterday && day > written,
  );
  return [...earlier, yesterday];
}

/** The check as it is with a probe. */
function after(check: CheckRecord<"uptime">, { found, minutes }: Probed): CheckRecord<"uptime"> {
  const { memory } = advance(readUptimeMemory(check), lookOf(found, minutes));
  return { ...check, memory, tallies: tallyProbe(check, found, { minutes, joins: undefined }) };
}
