import type { CheckRecord, CheckResult } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { findBucketsOf } from "./bucketDepths.ts";
import { characterOf, findRoundsOf } from "./bucketHours.ts";
import { isInBucket, lastSlot, nameOf, positionOf } from "./buckets.ts";
import { classOfCharacter, durationOfClass, outcomeOfCharacter } from "./durationClasses.ts";

const DAY_SECONDS = 24 * 3600;

/**
 * The results of a website's probes within 24 hours, newest first: of its rounds, with durations rounded
 * to 11 %, and the latest ones of its own check.
 */
export async function findLastProbes(
  check: CheckRecord<"uptime">,
  now = Date.now(),
  seconds = DAY_SECONDS,
): Promise<CheckResult[]> {
  const to = Math.floor(now / 1000);
  const name = nameOf(check.uuid);
  const rounds = await findRoundsOf(check, { from: to - seconds, to });
  const inRounds = rounds.flatMap((round) => {
    const character = characterOf(round, name);
    if (character === undefined) return [];
    const duration = durationOfClass(classOfCharacter(character));
    return {
      at: timestamp(new Date(round.at * 1000)),
      outcome: outcomeOfCharacter(character),
      duration,
    };
  });
  return [...check.results, ...inRounds].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** How far back the last round of a website is sought: two intervals. */
const INTERVALS = 2;

/** What the last probe of a website found: `up`, `up (403)`, `http 503`, `dns`; null before the first. */
export async function findLastStatus(
  check: CheckRecord<"uptime"> | undefined,
  now = Date.now(),
): Promise<string | null> {
  if (!check) return null;
  const seconds = (check.target?.minutes ?? 0) * 60 * INTERVALS;
  const [last] = await findLastProbes(check, now, seconds);
  return last?.outcome ?? null;
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
