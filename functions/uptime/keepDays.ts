import { dayRecord, findRowsOfDay, writeDay } from "../../shared/checks/dailyFigures.ts";
import { dayOf, daysLater } from "../../shared/checks/days.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { describeError, log } from "../../shared/log.ts";

/**
 * What has to be kept of a website's days before it is checked by itself: once a day the figures of
 * the day before are written, since its roster's round may not find it there; and where it is to have
 * another interval, what the rounds of its roster saw today becomes its own. What fails is logged, and
 * tried again the next time.
 */
export async function keepDays(
  check: CheckRecord<"uptime">,
  { roster, now }: { roster: number; now: number },
): Promise<CheckRecord<"uptime">> {
  const { seat, tallies = {} } = check;
  const today = dayOf(now / 1000);
  const yesterday = daysLater(today, -1);
  const isKept = check.folded === yesterday;
  const stays = !seat || seat.roster === roster;
  if (isKept && stays) return check;
  const memory = readUptimeMemory(check);
  const recordOf = async (day: string) =>
    dayRecord(check, { day, memory, rows: seat ? await findRowsOfDay(seat.roster, day) : [] });
  try {
    if (!isKept) await writeDay([await recordOf(yesterday)]);
    if (stays) return { ...check, folded: yesterday };
    const { looks, failures, observed, times } = await recordOf(today);
    const own = { ...tallies, [today]: { looks, failures, observed, times } };
    return { ...check, tallies: own, folded: yesterday };
  } catch (error) {
    log("error", "the figures of a day could not be written", {
      uuid: check.uuid,
      ...describeError(error),
    });
    return check;
  }
}
