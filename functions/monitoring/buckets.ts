import type { CheckRecord, RoundTarget } from "../../shared/entities/check.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";

/**
 * Websites of one interval that are up and share rounds. A bucket is a range of positions, and a
 * website's position is the random end of its uuid. Each further level of depth divides every bucket
 * into two halves, so that a website's bucket follows from its uuid, interval and depth.
 */
export interface Bucket {
  minutes: number;
  depth: number;
  number: number;
}

/** A round of a bucket, and when it is due, in seconds since 1970. */
export interface DueRound extends Bucket {
  slot: number;
}

/** 32 bits: the last eight digits of a uuid. */
const POSITIONS = 2 ** 32;
const POSITION_DIGITS = 8;

/** The due index spreads the websites of an interval over this many keys, so that no key is hot. */
const PARTITIONS = 8;
/** The shards of an interval begin at its minutes times this number, above the shards of separate checks. */
const SHARDS_AN_INTERVAL = 1000;

/** The position of a website among those of its interval. */
export function positionOf(uuid: string): number {
  return Number.parseInt(uuid.slice(-POSITION_DIGITS), 16);
}

/** The position at which a bucket begins. */
export function startOf({ depth, number }: Pick<Bucket, "depth" | "number">): number {
  return (number * POSITIONS) / 2 ** depth;
}

/** The bucket that a position is in, at a depth. */
export function bucketAt(position: number, { minutes, depth }: Omit<Bucket, "number">): Bucket {
  return { minutes, depth, number: Math.floor(position / (POSITIONS / 2 ** depth)) };
}

/** All buckets of an interval at a depth. */
export function bucketsOf({ minutes, depth }: Omit<Bucket, "number">): Bucket[] {
  return partsOf({ minutes, depth: 0, number: 0 }, depth);
}

/** What a bucket was divided into at a greater depth. */
export function partsOf({ minutes, depth, number }: Bucket, to: number): Bucket[] {
  const parts = 2 ** Math.max(0, to - depth);
  return Array.from({ length: parts }, (_, index) => ({
    ...{ minutes, depth: Math.max(depth, to), number: number * parts + index },
  }));
}

/** A bucket in a few characters, for log lines and as a key. */
export function idOf({ minutes, depth, number }: Bucket): string {
  return `${minutes}#${depth}#${number}`;
}

/**
 * The last time, at or before a time in seconds since 1970, at which a round of a bucket was due. Where
 * the bucket's range ends decides when in the interval it is due. After a division neither half is due
 * later than the whole was.
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

/** The shard and the sort key of a website in its interval's buckets, for the due index. */
export function placeInIndex(uuid: string, minutes: number, due_at: string) {
  const digits = uuid.slice(-POSITION_DIGITS);
  return { shard: shardAt(positionOf(uuid), minutes), due_at: `${digits}#${due_at}` };
}

function shardAt(position: number, minutes: number): number {
  return minutes * SHARDS_AN_INTERVAL + Math.floor(position / (POSITIONS / PARTITIONS));
}

/** Whether a website is probed in rounds; otherwise it is checked separately. */
export function isInBucket<Check extends Pick<CheckRecord<"uptime">, "target" | "shard">>(
  check: Check,
): check is Check & { target: RoundTarget } {
  return Math.floor(check.shard / SHARDS_AN_INTERVAL) === check.target?.minutes;
}

/** A website in a bucket, as a round needs it. */
export interface BucketSite {
  reseller_uuid: string;
  uuid: string;
  due_at: string;
  target: RoundTarget;
}

/** How many websites are in neighbouring buckets of the same depth. */
export async function countSites(first: Bucket, buckets: number): Promise<number> {
  let count = 0;
  for (const stretch of stretchesOf(first, buckets)) {
    for await (const { Count = 0 } of queryIndex(stretch, { Select: "COUNT" })) count += Count;
  }
  return count;
}

/**
 * The websites in a bucket, up to `limit` of each key of the index. The index shows a change within about
 * a second. The items are used as they are stored, because parsing them by ElectroDB is slow.
 */
export async function findSites(
  bucket: Bucket,
  { limit }: { limit?: number } = {},
): Promise<BucketSite[]> {
  const found = await Promise.all(
    stretchesOf(bucket, 1).map(async (stretch) => {
      const sites: BucketSite[] = [];
      for await (const { Items = [] } of queryIndex(stretch, { Limit: limit })) {
        for (const item of Items) if (item["target"]) sites.push(item as BucketSite);
        if (limit !== undefined) break;
      }
      return sites;
    }),
  );
  return found.flat();
}

/** The parts of the due index with neighbouring buckets: a range of one key, or several whole keys. */
function stretchesOf(first: Bucket, buckets: number) {
  const { minutes, depth } = first;
  const from = startOf(first);
  const to = Math.min(POSITIONS, startOf({ depth, number: first.number + buckets }));
  const size = POSITIONS / PARTITIONS;
  const partitions = Math.ceil(to / size) - Math.floor(from / size);
  return Array.from({ length: partitions }, (_, index) => {
    const start = (Math.floor(from / size) + index) * size;
    const range = [Math.max(from, start), Math.min(to, start + size) - 1] as const;
    return {
      index: "gsi1" as const,
      partition: `due#uptime#${shardAt(start, minutes)}`,
      // "~" comes after the "#" that follows a position.
      between: [digitsOf(range[0]), `${digitsOf(range[1])}~`] as const,
    };
  });
}

function digitsOf(position: number): string {
  return position.toString(16).padStart(POSITION_DIGITS, "0");
}
