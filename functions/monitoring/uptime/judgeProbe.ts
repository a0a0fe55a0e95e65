import type { CheckRecord, UptimeMemory } from "../../../shared/entities/check.ts";
import { requireEnv } from "../../../shared/env.ts";
import { type Outgoing, sendEach } from "../../../shared/queues/sendMessages.ts";
import { accountOf } from "../../../shared/sandbox.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Bucket } from "../buckets.ts";
import { needsMessage, nextDue, reschedule } from "../dueTimes.ts";
import type { DueCheck } from "../findChecks.ts";
import { findWindows, isUnderWay, periodOf } from "../maintenance.ts";
import { hasFailed, readUptimeMemory } from "../uptimeMemory.ts";
import { type Distrust, hostAndPortOf } from "./distrust.ts";
import type { Probe } from "./probeSite.ts";
import { recordProbe, targetOf } from "./recordProbe.ts";
import { CONFIRM_SECONDS } from "./upOrDown.ts";

/** After this many discarded failures in a row (10 minutes), the next one is believed. */
const MAX_DISCARDED = 10;

/**
 * Counts a probe as a vote on whether the worker's own connection works, and returns it with the
 * website's maintenance windows, if they matter. A failure during maintenance is no vote.
 */
export async function voteAndFindWindows(
  distrust: Distrust,
  probe: Probe,
  { reseller_uuid, uuid, state }: OwnedKey & Pick<UptimeMemory, "state">,
): Promise<Probe> {
  const { finding, url, at } = probe;
  const answered = finding === "up";
  // Windows are read for a failure and for the first good probe after it, but not for the one that confirms
  // the end of a downtime: otherwise no website could come back before its window ends.
  const isBack = answered && hasFailed({ state });
  const windows = finding === "down" || isBack ? await findWindows({ reseller_uuid, uuid }) : [];
  const isAnnounced = finding === "down" && windows.some((window) => isUnderWay(window, at));
  // A website that is known to be down, or can't be reached from here at all, has no vote either.
  if (answered || (finding === "down" && state !== "down" && !isAnnounced)) {
    distrust.vote({ reseller: accountOf(reseller_uuid), host: hostAndPortOf(url), answered });
  }
  return { ...probe, isAnnounced, announced: windows.map(periodOf) };
}

interface Judging {
  bucket: Bucket;
  distrust: Distrust;
}

/**
 * Writes what a probe found, unless the failure was announced or is the worker's own. Returns the check
 * if a message is to bring it when it is due.
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
  const { reseller_uuid, uuid, memory } = check;
  const due_at = nextDue(uuid, minutes, found.at);
  const kept = keptDays(check, found, minutes);
  const written = await reschedule(check, due_at, { memory, ...kept });
  return written && needsMessage(minutes) ? { reseller_uuid, uuid, due_at } : undefined;
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

/** The interval, with the days kept when it changed: they are always written together. */
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

/** The clocks of two workers may differ. */
const MARGIN_SECONDS = 1;
/** The number of checks in a message, as in those of the schedule. */
const CHECKS_A_MESSAGE = 10;

/**
 * Sends checks that are due within minutes to the uptime queue as delayed messages, because the
 * schedule would enqueue them up to a minute later. The schedule still does, in case a message is lost;
 * the later of the two messages finds nothing to do.
 */
export async function enqueueLater(soon: DueCheck[], now = Date.now()) {
  if (soon.length === 0) return;
  await sendEach(requireEnv("UPTIME_QUEUE_URL"), [...messagesFor(soon, now)]);
}

/** Checks of one reseller and second share a message. */
function* messagesFor(soon: DueCheck[], now: number): Generator<Outgoing> {
  const together = Map.groupBy(soon, ({ reseller_uuid, due_at }) => `${reseller_uuid} ${due_at}`);
  for (const all of together.values()) {
    for (let first = 0; first < all.length; first += CHECKS_A_MESSAGE) {
      const checks = all.slice(first, first + CHECKS_A_MESSAGE);
      const [{ reseller_uuid: group, due_at } = { reseller_uuid: "", due_at: "" }] = checks;
      const delaySeconds = Math.ceil((Date.parse(due_at) - now) / 1000) + MARGIN_SECONDS;
      yield { message: { checks }, group, delaySeconds: Math.max(0, delaySeconds) };
    }
  }
}
