import { findLastHour } from "../../shared/checks/bucketHours.ts";
import { type Bucket, type BucketSite, findSites, lastSlot } from "../../shared/checks/buckets.ts";
import type { BucketHourRecord } from "../../shared/entities/bucketHour.ts";

/** A round of a bucket, and when it was due, in seconds since 1970. */
export interface DueRound extends Bucket {
  slot: number;
}

/** A round that is to be made: what is known of the bucket, and its websites. */
export interface OpenRound {
  bucket: Bucket;
  slot: number;
  last: BucketHourRecord | undefined;
  sites: BucketSite[];
}

/** What a round needs, for the last slot that is due by now; undefined where that round was made. */
export async function openRound(
  { slot: told, ...bucket }: DueRound,
  now: number,
): Promise<OpenRound | undefined> {
  // A message comes a little early, or an interval late.
  const slot = Math.max(lastSlot(bucket, now), told);
  const last = await findLastHour(bucket, now);
  if (last?.rows.some((row) => row.slot >= slot)) return undefined;
  return { bucket, slot, last, sites: await findSites(bucket) };
}
