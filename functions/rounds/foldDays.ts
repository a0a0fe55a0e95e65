import { dayRecord, findRowsOfDay, LIVE_DAYS, writeDay } from "../../shared/checks/dailyFigures.ts";
import { dayOf, daysLater } from "../../shared/checks/days.ts";
import { withRounds } from "../../shared/checks/rosterHours.ts";
import { minutesOfRoster } from "../../shared/checks/rosters.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import type { Row } from "../../shared/entities/rosterHour.ts";
import { describeError, log } from "../../shared/log.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import type { OpenRound } from "./runRosters.ts";

/**
 * Once a day, at an hour of the roster's own, or in its last round of the day before that, writes the
 * figures of the day before for its websites, with this round's row: one write each; those of two days
 * before as well, where no round did. Returns until which day that is done. Whoever does it again
 * writes the same; what fails is tried again by the next round.
 */
export async function foldDays(
  { roster, last, sites }: OpenRound,
  row: Row,
): Promise<{ folded?: string }> {
  const today = dayOf(row.at);
  const yesterday = daysLater(today, -1);
  // A later one is of a clock that was ahead.
  const before = last && last.folded <= yesterday ? last.folded : "";
  if (before >= yesterday || !isItsHour(roster, row.at)) return {};
  try {
    const checks = await batchGetWith(
      { consistent: false },
      ...sites.map(({ reseller_uuid, uuid }) =>
        lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
      ),
    );
    for (let back = LIVE_DAYS; back >= 1; back -= 1) {
      const day = daysLater(today, -back);
      if (day <= before) continue;
      const rows = [...(await findRowsOfDay(roster, day, row.at * 1000)), row];
      const days = checks.flatMap((check) =>
        // What a website was by itself, or in a roster of another interval, this one does not know.
        check && !isWritten(check, { day, yesterday })
          ? dayRecord(check, { day, memory: withRounds(check, last), rows })
          : [],
      );
      await writeDay(days);
    }
    return { folded: yesterday };
  } catch (error) {
    log("error", "the figures of a day could not be written", { roster, ...describeError(error) });
    return {};
  }
}

/** Each roster has an hour of its own; one of a long interval may have no round after it. */
function isItsHour(roster: number, at: number): boolean {
  const isLastToday = dayOf(at + minutesOfRoster(roster) * 60) > dayOf(at);
  return isLastToday || new Date(at * 1000).getUTCHours() >= roster % 24;
}

function isWritten(
  { folded }: CheckRecord<"uptime">,
  { day, yesterday }: { day: string; yesterday: string },
): boolean {
  return folded !== undefined && folded >= day && folded <= yesterday;
}
