import type { CheckRecord, UptimeMemory } from "../../../shared/entities/check.ts";
import { accountOf } from "../../../shared/sandbox.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Bucket } from "../buckets.ts";
import type { DueCheck } from "../findChecks.ts";
import { findWindows, isUnderWay, periodOf } from "../maintenance.ts";
import { reschedule } from "../reschedule.ts";
import { nextDue } from "../schedule.ts";
import { readUptimeMemory } from "../uptime.ts";
import { CONFIRM_SECONDS } from "./advance.ts";
import { hostOf } from "./controlHosts.ts";
import type { Distrust } from "./distrust.ts";
import type { Probe } from "./probeSite.ts";
import { recordProbe, targetOf } from "./recordProbe.ts";

/** After this many discarded failures in a row, which is 10 minutes, a failure is written. */
const MAX_DISCARDED = 10;

/**
 * Counts a probe as a vote on whether the worker's own connection works, and returns it with the
 * website's maintenance windows, if they matter. A failure during maintenance is no vote.
 */
export async function castVote(
  distrust: Distrust,
  probe: Probe,
  { reseller_uuid, uuid, state }: OwnedKey & Pick<UptimeMemory, "state">,
): Promise<Probe> {
  const { finding, url, at } = probe;
  const answered = finding === "up";
  // Between two good probes a window does not matter, or no website would be back before its window ends.
  const isBack = answered && state === "down";
  const windows = finding === "down" || isBack ? await findWindows({ reseller_uuid, uuid }) : [];
  const isAnnounced = finding === "down" && windows.some((window) => isUnderWay(window, at));
  // Nor is one of a website that is known to be down, or that can't be reached at all.
  if (answered || (finding === "down" && state !== "down" && !isAnnounced)) {
    distrust.vote({ reseller: accountOf(reseller_uuid), host: hostOf(url), answered });
  }
  return { ...probe, isAnnounced, announced: windows.map(periodOf) };
}

interface Judging {
  bucket: Bucket;
  distrust: Distrust;
}

/**
 * Writes what a probe found, unless the failure was announced or is the worker's own. Returns the check
 * if it is due soon.
 */
export async function judgeProbe(
  check: CheckRecord<"uptime">,
  found: Probe,
  { bucket, distrust }: Judging,
): Promise<DueCheck | undefined> {
  if (found.isAnnounced) return await excuse(check, found, bucket);
  const isDiscarded =
    found.finding === "down" &&
    discardedOf(check) < MAX_DISCARDED &&
    (await distrust.isOwnFailure(accountOf(check.reseller_uuid)));
  return isDiscarded
    ? await discard(check, found, bucket)
    : await recordProbe(check, found, bucket);
}

/** Leaves the memory of a website under maintenance as it is: its next check is the usual one. */
async function excuse(check: CheckRecord<"uptime">, found: Probe, { minutes }: Bucket) {
  const { uuid, memory } = check;
  const due_at = nextDue(uuid, minutes, found.at);
  await reschedule(check, due_at, { memory, ...keptDays(check, found, minutes) });
  return undefined;
}

/** Leaves the state of a website as it is, counts the discarded failure, and has it probed again soon. */
async function discard(check: CheckRecord<"uptime">, found: Probe, { minutes }: Bucket) {
  const { reseller_uuid, uuid } = check;
  const due_at = timestamp(new Date(found.at.getTime() + CONFIRM_SECONDS * 1000));
  const memory = { ...check.memory, discarded: discardedOf(check) + 1 };
  const kept = keptDays(check, found, minutes);
  const written = await reschedule(check, due_at, { memory, ...kept });
  return written ? { reseller_uuid, uuid, due_at } : undefined;
}

/** The interval, with the days that were kept when it changed: one is never written without the other. */
function keptDays(check: CheckRecord<"uptime">, found: Probe, minutes: number) {
  const { tallies, folded } = check;
  return {
    target: targetOf(check, found, minutes),
    ...(tallies && { tallies }),
    ...(folded !== undefined && { folded }),
  };
}

function discardedOf(check: CheckRecord<"uptime">): number {
  return readUptimeMemory(check).discarded ?? 0;
}
