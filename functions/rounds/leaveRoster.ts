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
 * without an answer are due now, by themselves. What is due soon is added to the call's `soon` as it is
 * written. One that can't be written stays in the roster: its next round finds it, and no other website
 * is held up.
 */
export async function leaveRoster(
  { roster, last }: OpenRound,
  leaving: Map<RosterSite, Probe | undefined>,
  { clock, distrust, soon }: Looking,
): Promise<void> {
  if (leaving.size === 0) return;
  const found = await batchGet(
    ...[...leaving.keys()].map(({ reseller_uuid, uuid }) =>
      lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
    ),
  );
  const minutes = minutesOfRoster(roster);
  const left = [...leaving].map(async ([site, probe], index) => {
    const check = found[index];
    if (!check || !isStillThere(check, site)) return;
    const known = { ...check, memory: withRounds(check, last) };
    const { place } = site.seat;
    // What was looked at is not its host name: what was found says nothing, however often.
    const isOfIt = check.hostname === site.seat.hostname;
    const due =
      probe && isOfIt
        ? await settle(known, probe, { minutes, roster, place, distrust })
        : await lookAgain(known, timestamp(new Date(clock.now())));
    if (due) soon.push(due);
  });
  const results = await Promise.allSettled(left);
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    const uuid = [...leaving.keys()][index]?.uuid;
    log("error", "a result of a round could not be written", {
      uuid,
      ...describeError(result.reason),
    });
  }
}

/** Whether the index was right: the website is in the roster, as it was when that was read. */
function isStillThere(check: CheckRecord<"uptime">, { due_at }: RosterSite): boolean {
  return isSeated(check) && check.due_at === due_at;
}

/** Has a website that did not answer in time, or is seated by another host name, looked at by itself, at once. */
async function lookAgain(check: CheckRecord<"uptime">, due_at: string) {
  const { reseller_uuid, uuid, memory } = check;
  const written = await reschedule(check, due_at, { memory });
  return written ? ({ reseller_uuid, uuid, due_at } satisfies DueCheck) : undefined;
}
