import { ScheduleCursor } from "../../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { type Outgoing, sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import {
  type Bucket,
  bucketAt,
  bucketsOf,
  type DueRound,
  deepen,
  depthOf,
  findIntervals,
  type Interval,
  lastSlot,
  startOf,
} from "../../../shared/uptime/buckets.ts";
import { countRoster } from "../../../shared/uptime/roster.ts";

/** Rounds are enqueued this long before they are due, as delayed messages. */
const AHEAD_SECONDS = 60;
/**
 * A message names several buckets that are due within a short time. A call lasts as long as its slowest website, so
 * more websites per call cost less. A worker has 1,024 file descriptors for connections.
 */
const SITES_A_MESSAGE = 700;
const TOGETHER_SECONDS = 2;
/** Buckets are divided when COUNTED_BUCKETS of them have more websites than this on average. */
const MOST_SITES = 128;
const COUNTED_BUCKETS = 8;

/**
 * Enqueues the rounds of all buckets that fall due within a minute, which follows from their numbers. Returns how many,
 * by interval.
 */
export async function enqueueRounds(now: Date): Promise<PromiseSettledResult<number>[]> {
  const intervals = await findIntervals();
  return await Promise.allSettled(intervals.map((interval) => enqueueInterval(interval, now)));
}

async function enqueueInterval(interval: Interval, now: Date): Promise<number> {
  const { minutes } = interval;
  const seconds = Math.floor(now.getTime() / 1000);
  const { depth, mean } = await divide(interval, seconds);
  const until = seconds + AHEAD_SECONDS;
  const due = bucketsOf({ minutes, depth })
    .map((bucket) => ({
      ...{ ...bucket, slot: lastSlot(bucket, until) },
      after: lastEnqueued(bucket, interval, until),
    }))
    .filter(({ slot, after }) => slot > after)
    .toSorted((one, other) => one.slot - other.slot);
  await sendMessages(requireEnv("ROUNDS_QUEUE_URL"), inMessages(due, { seconds, mean }));
  const enqueued_until = timestamp(new Date(until * 1000));
  await ScheduleCursor.patch({ kind: "round", shard: minutes }).set({ enqueued_until }).go();
  return due.length;
}

/** Divides the buckets of an interval once they have too many websites. Each tick counts a few of them. */
async function divide(interval: Interval, seconds: number) {
  const { minutes } = interval;
  const depth = depthOf(interval);
  const buckets = Math.min(COUNTED_BUCKETS, 2 ** depth);
  const groups = 2 ** depth / buckets;
  const number = (Math.floor(seconds / 60) % groups) * buckets;
  const mean = (await countRoster({ minutes, depth, number }, buckets)) / buckets;
  if (mean <= MOST_SITES) return { depth, mean };
  const levels = Math.ceil(Math.log2(mean / MOST_SITES));
  const written = await deepen(interval, depth + levels, seconds);
  return written ? { depth: depth + levels, mean: mean / 2 ** levels } : { depth, mean };
}

/** When the last enqueued round of a bucket was due, 0 before the first; the bucket may have been a larger one then. */
function lastEnqueued(bucket: Bucket, { since, enqueuedUntil }: Interval, until: number): number {
  if (enqueuedUntil === 0) return 0;
  const depth = Math.max(
    0,
    since.findLastIndex((each) => each + AHEAD_SECONDS <= enqueuedUntil),
  );
  const former = bucketAt(startOf(bucket), { minutes: bucket.minutes, depth });
  return lastSlot(former, Math.min(enqueuedUntil, until));
}

/**
 * Rounds that are due shortly after each other share a message, delayed until the last one is due. `mean` is the
 * number of websites in a bucket.
 */
function inMessages(
  due: DueRound[],
  { seconds, mean }: { seconds: number; mean: number },
): Outgoing[] {
  const perMessage = Math.max(1, Math.round(SITES_A_MESSAGE / Math.max(mean, MOST_SITES / 2)));
  const messages: Outgoing[] = [];
  for (let first = 0; first < due.length; ) {
    const soon = Math.max(seconds, due[first]?.slot ?? 0) + TOGETHER_SECONDS;
    const rounds = due.slice(first, first + perMessage).filter(({ slot }) => slot <= soon);
    const last = rounds.at(-1)?.slot ?? seconds;
    messages.push({ message: { rounds }, delaySeconds: Math.max(0, last - seconds) });
    first += rounds.length;
  }
  return messages;
}
