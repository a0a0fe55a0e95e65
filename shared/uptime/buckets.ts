import { ScheduleCursor } from "../entities/scheduleCursor.ts";
import { writeIfTrue } from "../platform/table/transact.ts";

/**
 * Websites of one interval that share rounds. A bucket is a range of positions, and a website's position is
 * the random end of its uuid. Each further level of depth divides every bucket into two halves, so that a
 * website's bucket follows from its uuid, interval and depth.
 */
export interface Bucket {
  minutes: number;
  depth: number;
  number: number;
}

/** A round of a bucket: when it is due, and when the one enqueued before it was, in seconds since 1970. */
export interface DueRound extends Bucket {
  slot: number;
  after: number;
}

/** 32 bits: the last eight digits of a uuid. */
export const POSITIONS = 2 ** 32;
export const POSITION_DIGITS = 8;

/** The position of a website among those of its interval. */
export function positionOf(uuid: string): number {
  return Number.parseInt(uuid.slice(-POSITION_DIGITS), 16);
}

/** The position at which a bucket begins. */
export function startOf({ depth, number }: Pick<Bucket, "depth" | "number">): number {
  return (number * POSITIONS) / 2 ** depth;
}

/** The hour of the day in which a bucket's daily figures are written: they are spread over the day by their range. */
export function hourOfDays(bucket: Pick<Bucket, "depth" | "number">): number {
  return Math.floor((startOf(bucket) / POSITIONS) * 24);
}

/** The bucket that a position is in, at a depth. */
export function bucketAt(position: number, { minutes, depth }: Omit<Bucket, "number">): Bucket {
  return { minutes, depth, number: Math.floor(position / (POSITIONS / 2 ** depth)) };
}

/** All buckets of an interval at a depth. */
export function bucketsOf({ minutes, depth }: Omit<Bucket, "number">): Bucket[] {
  return Array.from({ length: 2 ** depth }, (_, number) => ({ minutes, depth, number }));
}

/** A bucket in a few characters, for log lines and as a key. */
export function idOf({ minutes, depth, number }: Bucket): string {
  return `${minutes}#${depth}#${number}`;
}

/**
 * The last time, at or before `until` in seconds since 1970, at which a round of a bucket was due. The end of the
 * bucket's range decides when in the interval it is due, so after a division neither half is due later than the whole.
 */
export function lastSlot({ minutes, depth, number }: Bucket, until: number): number {
  const interval = minutes * 60;
  const phase = Math.floor(((number + 1) / 2 ** depth) * interval) % interval;
  const since = (((until - phase) % interval) + interval) % interval;
  return until - since;
}

export const NAME_LENGTH = 6;

/** A website's name in the rounds of its bucket: 36 bits of its uuid, 16 of them outside its position, as base64url. */
export function nameOf(uuid: string): string {
  const digits = `${uuid.slice(-12, -POSITION_DIGITS)}${uuid.slice(-5)}000`;
  return Buffer.from(digits, "hex").toString("base64url").slice(0, NAME_LENGTH);
}

/** Rounds of a bucket may still be made this long after it was divided. */
const LATE_ROUND_SECONDS = 3600;

/** An interval that ever had a website in a bucket, as `ScheduleCursor` has it. */
export interface Interval {
  minutes: number;
  since: number[];
  /** Up to when its rounds were enqueued, in seconds since 1970; 0 before the first. */
  enqueuedUntil: number;
}

/** All intervals that ever had a website in a bucket. */
export async function findIntervals(): Promise<Interval[]> {
  const { data } = await ScheduleCursor.query
    .ofKind({ kind: "round" })
    .go({ consistent: true, pages: "all" });
  return data.map(({ shard: minutes, since = [0], enqueued_until }) => ({
    ...{ minutes, since, enqueuedUntil: Date.parse(enqueued_until) / 1000 },
  }));
}

/** The depth in use. */
export function depthOf({ since }: Pick<Interval, "since">): number {
  return since.length - 1;
}

/**
 * Divides the buckets of an interval down to a depth. Returns since when each depth is in use; undefined if another
 * tick was faster.
 */
export async function deepen(
  { minutes, since }: Pick<Interval, "minutes" | "since">,
  to: number,
  nowSeconds: number,
) {
  const deeper = [...since, ...Array<number>(to - depthOf({ since })).fill(nowSeconds)];
  const written = await writeIfTrue(() =>
    ScheduleCursor.patch({ kind: "round", shard: minutes })
      .set({ since: deeper })
      .where((attribute, { eq }) => eq(attribute.since, since))
      .go(),
  );
  return written && deeper;
}

/** Gives an interval its first bucket, so that the schedule enqueues its rounds. */
export async function ensureBucket(minutes: number, nowMs: number) {
  const first = { kind: "round" as const, shard: minutes, since: [Math.floor(nowMs / 1000)] };
  if (!(await readSince(minutes))) await writeIfTrue(() => ScheduleCursor.create(first).go());
}

/** A position among the websites of an interval: of a website, or of the beginning of a bucket. */
interface Place {
  minutes: number;
  position: number;
}

const reads = new Map<number, Promise<number[] | undefined>>();

/** Since when the depths of an interval were in use. The websites of a call share one read. */
function readSince(minutes: number): Promise<number[] | undefined> {
  const read =
    reads.get(minutes) ??
    ScheduleCursor.query
      .ofKind({ kind: "round", shard: minutes })
      .go()
      .then(({ data }) => data[0]?.since)
      .finally(() => reads.delete(minutes));
  reads.set(minutes, read);
  return read;
}

/** The buckets that may have had rounds of a place since a time, the deepest first. */
export async function findBucketsOf(
  { minutes, position }: Place,
  from: number,
): Promise<[Bucket, ...Bucket[]]> {
  const since = (await readSince(minutes)) ?? [from];
  const depth = since.length - 1;
  const former = Array.from({ length: depth }, (_, each) => depth - 1 - each).filter(
    (each) => (since[each + 1] ?? 0) + LATE_ROUND_SECONDS >= from,
  );
  const at = (each: number) => bucketAt(position, { minutes, depth: each });
  return [at(depth), ...former.map(at)];
}
