import { dayRecord, findRowsOfDay, writeDay } from "../../shared/checks/dailyFigures.ts";
import { dayOf, daysLater } from "../../shared/checks/days.ts";
import { withRounds } from "../../shared/checks/rosterHours.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { describeError, log } from "../../shared/log.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import type { OpenRound } from "./runRosters.ts";

/**
 * Once a day, at an hour of the roster's own, writes the figures of the day before for its websites:
 * one write each. Returns until which day that is done. Whoever does it again writes the same; what
 * fails is tried again by the next round.
 */
export async function foldYesterday(
  { roster, last, sites }: OpenRound,
  at: number,
): Promise<{ folded?: string }> {
  const yesterday = daysLater(dayOf(at), -1);
  // A roster that is new has nothing before today.
  if (!last) return { folded: yesterday };
  const isItsHour = new Date(at * 1000).getUTCHours() >= roster % 24;
  if (last.folded >= yesterday || !isItsHour) return {};
  try {
    const rows = await findRowsOfDay(roster, yesterday);
    const checks = await batchGetWith(
      { consistent: false },
      ...sites.map(({ reseller_uuid, uuid }) =>
        lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
      ),
    );
    const days = checks.flatMap((check) =>
      check ? dayRecord(check, { day: yesterday, memory: withRounds(check, last), rows }) : [],
    );
    await writeDay(days);
    return { folded: yesterday };
  } catch (error) {
    log("error", "the figures of a day could not be written", { roster, ...describeError(error) });
    return {};
  }
}
