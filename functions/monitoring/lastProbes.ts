import type { CheckRecord, CheckResult } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { findBucketsOf } from "./bucketDepths.ts";
import { characterOf, findRoundsOf } from "./bucketHours.ts";
import { isInBucket, lastSlot, nameOf, positionOf } from "./buckets.ts";
import { classOfCharacter, durationOfClass } from "./tallies.ts";

const DAY_SECONDS = 24 * 3600;

/**
 * The results of a website's probes within 24 hours, newest first: of its rounds, with durations rounded
 * to 11 %, and the latest ones of its own check.
 */
export async function findLastProbes(
  check: CheckRecord<"uptime">,
  now = Date.now(),
): Promise<CheckResult[]> {
  const to = Math.floor(now / 1000);
  const name = nameOf(check.uuid);
  const rounds = await findRoundsOf(check, { from: to - DAY_SECONDS, to });
  const inRounds = rounds.flatMap((round) => {
    const character = characterOf(round, name);
    if (character === undefined) return [];
    const duration = durationOfClass(classOfCharacter(character));
    return { at: timestamp(new Date(round.at * 1000)), outcome: "up", duration };
  });
  return [...check.results, ...inRounds].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** When a website is probed next, in a round or separately. */
export async function findNextProbe(
  check: CheckRecord<"uptime">,
  now = Date.now(),
): Promise<string> {
  if (!isInBucket(check)) return check.due_at;
  const { minutes } = check.target;
  const seconds = Math.floor(now / 1000);
  const [bucket] = await findBucketsOf({ minutes, position: positionOf(check.uuid) }, seconds);
  return timestamp(new Date(lastSlot(bucket, seconds + minutes * 60) * 1000));
}
