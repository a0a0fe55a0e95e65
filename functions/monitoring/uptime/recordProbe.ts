import type { CheckRecord, RoundTarget } from "../../../shared/entities/check.ts";
import { timestamp } from "../../../shared/time.ts";
import { type Bucket, placeInIndex } from "../buckets.ts";
import { addResult, needsMessage, nextDue, ownShard, reschedule } from "../dueTimes.ts";
import type { DueCheck } from "../findChecks.ts";
import { readUptimeMemory } from "../uptimeMemory.ts";
import { observedUntil, tallyProbe } from "./ownDays.ts";
import { type Probe, type RegionProbe, reportOf } from "./probeSite.ts";
import { recordBeginning, recordStability, recordTransition } from "./recordNews.ts";
import { withStability } from "./stability.ts";
import { CONFIRM_SECONDS, stateAfterProbe } from "./upOrDown.ts";

/**
 * Writes the result of a probe and when the website is probed next: in the rounds of its bucket if it is
 * up, separately within the interval if it is down, or in a minute if it is unstable or the result has to
 * be confirmed. Also writes the feed item of a website that goes down, comes back or changes its stability.
 * Returns the check if the next probe is to be triggered by a message.
 */
export async function recordProbe(
  check: CheckRecord<"uptime">,
  probe: Probe,
  bucket: Bucket,
): Promise<DueCheck | undefined> {
  const { minutes } = bucket;
  const { finding, at, outcome, url, duration, elsewhere } = probe;
  const before = readUptimeMemory(check);
  const report = reportOf(probe, minutes);
  const step = withStability(before, stateAfterProbe(before, report), report);
  const { state, unstable_since } = step.memory;
  const isFirst = before.first_checked_at !== step.memory.first_checked_at;
  const isNew = isFirst || before.is_undecided === true;
  const isUndecided = isNew && state === "suspect";
  // Rounds write nothing, so no round could end the instability.
  const joins = finding === "up" && state === "up" && unstable_since === undefined;
  const next = step.soon
    ? timestamp(new Date(at.getTime() + CONFIRM_SECONDS * 1000))
    : nextDue(check.uuid, minutes, at);
  const due = joins
    ? placeInIndex(check.uuid, minutes, next)
    : { shard: ownShard(check), due_at: next };
  const joined = { minutes, bucket: joins ? bucket : undefined };
  const changes = {
    memory: {
      ...step.memory,
      ...(finding === "up" ? { url, discarded: undefined } : {}),
      is_paused: undefined,
      is_undecided: isUndecided || undefined,
      observed_until: observedUntil(at, joined),
    },
    results: addResult(check, {
      ...{ at: timestamp(at), outcome, duration },
      ...(elsewhere && { elsewhere: outcomesOf(elsewhere) }),
    }),
    target: targetOf(check, probe, minutes),
    ...due,
    tallies: tallyProbe(check, probe, joined),
    ...(check.folded !== undefined && { folded: check.folded }),
  };
  const { reseller_uuid, uuid } = check;
  if (step.transition) {
    const told = { ...step.transition, outcome, finding, elsewhere, now: at };
    await recordTransition(check, changes, told);
  } else if (step.stability) {
    await recordStability(check, changes, { ...step.stability, now: at });
  } else {
    const begins = (isNew && !isUndecided) || before.is_paused === true;
    const written =
      (begins && (await recordBeginning(check, changes))) ||
      (await reschedule(check, due.due_at, changes));
    if (!written) return undefined;
  }
  const byMessage = step.soon || (!joins && needsMessage(minutes));
  return byMessage ? { reseller_uuid, uuid, due_at: due.due_at } : undefined;
}

/** What a round needs of a website after a probe. */
export function targetOf(
  { target, hostname }: CheckRecord<"uptime">,
  { url, at }: Pick<Probe, "url" | "at">,
  minutes: number,
): RoundTarget {
  // The tallies have the rounds of a former interval, which must not count again if the website returns to it.
  const isOther = target !== undefined && target.minutes !== minutes;
  const since = isOther ? Math.floor(at.getTime() / 1000) : target?.since;
  return { minutes, hostname, url, ...(since !== undefined && { since }) };
}

function outcomesOf(elsewhere: RegionProbe[]): Record<string, string> {
  return Object.fromEntries(elsewhere.map(({ region, outcome }) => [region, outcome]));
}
