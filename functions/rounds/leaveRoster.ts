import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { withRounds } from "../../shared/checks/rosterHours.ts";
import type { RosterSite } from "../../shared/checks/rosterSites.ts";
import { isSeated, minutesOfRoster } from "../../shared/checks/rosters.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { describeError, log } from "../../shared/log.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";
import type { Probe } from "../uptime/probeSite.ts";
import { settle } from "../uptime/settle.ts";
import type { Looking } from "./runRoster.ts";
import type { OpenRound } from "./runRosters.ts";

/**
 * Writes what was found of websites that are not simply up, as a check of each by itself does; those
 * without an answer are due now, by themselves. Returns the checks that are due soon. One that can't
 * be written stays in the roster: its next round finds it, and no other website is held up.
 */
export async function leaveRoster(
  { roster, last }: OpenRound,
  leaving: Map<RosterSite, Probe | undefined>,
  { clock, distrust }: Looking,
): Promise<DueCheck[]> {
  if (leaving.size === 0) return [];
  const found = await batchGet(
    ...[...leaving.keys()].map(({ reseller_uuid, uuid }) =>
      lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
    ),
  );
  const minutes = minutesOfRoster(roster);
  const left = [...leaving].map(async ([site, probe], index) => {
    const check = found[index];
    if (!check || !isStillThere(check, site)) return [];
    const known = { ...check, memory: withRounds(check, last) };
    if (!probe) return await lookAgain(known, timestamp(new Date(clock.now())));
    const { place } = site.seat;
    return (await settle(known, probe, { minutes, roster, place, distrust })) ?? [];
  });
  const results = await Promise.allSettled(left);
  return results.flatMap((result, index) => {
    if (result.status === "fulfilled") return result.value;
    const uuid = [...leaving.keys()][index]?.uuid;
    log("error", "a result of a round could not be written", {
      uuid,
      ...describeError(result.reason),
    });
    return [];
  });
}

/** Whether the index was right: the website is in the roster, with the host name that was looked at. */
function isStillThere(check: CheckRecord<"uptime">, { due_at, seat }: RosterSite): boolean {
  return isSeated(check) && check.due_at === due_at && check.hostname === seat.hostname;
}

/** Has a website that did not answer in time looked at by itself, at once. */
async function lookAgain(check: CheckRecord<"uptime">, due_at: string): Promise<DueCheck[]> {
  const { reseller_uuid, uuid, memory } = check;
  const written = await reschedule(check, due_at, { memory });
  return written ? [{ reseller_uuid, uuid, due_at }] : [];
}
