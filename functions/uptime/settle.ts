import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { findWindows, isUnderWay, periodOf } from "../../shared/checks/maintenance.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { nextDue } from "../../shared/checks/schedule.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord, UptimeMemory } from "../../shared/entities/check.ts";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { accountOf } from "../../shared/sandbox.ts";
import { timestamp } from "../../shared/time.ts";
import { CONFIRM_SECONDS } from "./advance.ts";
import { hostOf } from "./controlLook.ts";
import type { Distrust } from "./distrust.ts";
import type { Probe } from "./probeSite.ts";
import { recordProbe, type Standing } from "./recordProbe.ts";

/** So many failures in a row, 10 minutes: then a failure is written all the same. */
const MAX_DISCARDED = 10;

/**
 * Has a probe of a website say whether the way out of here works, and returns it with what was announced,
 * where that matters: a failure that was says nothing about the way out, and time that was counts for nothing.
 */
export async function castVote(
  distrust: Distrust,
  probe: Probe,
  { reseller_uuid, uuid, state }: OwnedKey & Pick<UptimeMemory, "state">,
): Promise<Probe> {
  const { finding, url, at } = probe;
  const answered = finding === "up";
  // Between two good looks it does not matter: or nobody would be back before a window ends.
  const isBack = answered && state === "down";
  const windows = finding === "down" || isBack ? await findWindows({ reseller_uuid, uuid }) : [];
  const isAnnounced = finding === "down" && windows.some((window) => isUnderWay(window, at));
  // Nor does one that is known to be down, or can't be reached at all.
  if (answered || (finding === "down" && state !== "down" && !isAnnounced)) {
    distrust.vote({ reseller: accountOf(reseller_uuid), host: hostOf(url), answered });
  }
  return { ...probe, isAnnounced, announced: windows.map(periodOf) };
}

/**
 * Writes what a probe found, unless the failure was announced, or is one of ours; returns the check
 * where it is due soon.
 */
export async function settle(
  check: CheckRecord<"uptime">,
  found: Probe,
  { distrust, ...standing }: Standing & { distrust: Distrust },
): Promise<DueCheck | undefined> {
  if (found.isAnnounced) return await excuse(check, found, standing);
  const isOurs =
    found.finding === "down" &&
    discardedOf(check) < MAX_DISCARDED &&
    (await distrust.isOurs(accountOf(check.reseller_uuid)));
  return isOurs ? await discard(check, found, standing) : await recordProbe(check, found, standing);
}

/** Leaves what is known of a website that is being maintained as it is: its next check is the usual one. */
async function excuse(check: CheckRecord<"uptime">, found: Probe, standing: Standing) {
  const { uuid, memory } = check;
  const due_at = nextDue(uuid, standing.minutes, found.at);
  await reschedule(check, due_at, { memory, ...keepPlace(check, found, standing) });
  return undefined;
}

/** Leaves what is known of a website as it is, to be probed again soon, and counts that. */
async function discard(check: CheckRecord<"uptime">, found: Probe, standing: Standing) {
  const { reseller_uuid, uuid } = check;
  const due_at = timestamp(new Date(found.at.getTime() + CONFIRM_SECONDS * 1000));
  const memory = { ...check.memory, discarded: discardedOf(check) + 1 };
  const kept = keepPlace(check, found, standing);
  const written = await reschedule(check, due_at, { memory, ...kept });
  return written ? { reseller_uuid, uuid, due_at } : undefined;
}

/** The place that was given out for this probe, with the days that it had another one on: never another. */
function keepPlace(check: CheckRecord<"uptime">, { url }: Probe, { roster, place }: Standing) {
  const { hostname, tallies, folded } = check;
  return {
    seat: { roster, place, hostname, url },
    ...(tallies && { tallies }),
    ...(folded !== undefined && { folded }),
  };
}

function discardedOf(check: CheckRecord<"uptime">): number {
  return readUptimeMemory(check).discarded ?? 0;
}
