import { BucketDepth, type BucketDepthRecord } from "../../shared/entities/bucketDepth.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { type Bucket, bucketAt } from "./buckets.ts";

/** A round that was enqueued before its bucket was divided may be made until this much later. */
const LATE_ROUND_SECONDS = 3600;
const KEPT_MS = 60_000;

/** The depths of all intervals that ever had a website in a bucket. */
export async function findDepths(): Promise<BucketDepthRecord[]> {
  const { data } = await BucketDepth.query.ofAll({}).go({ consistent: true, pages: "all" });
  return data;
}

/** The depth that is in use. */
export function depthOf({ since }: Pick<BucketDepthRecord, "since">): number {
  return since.length - 1;
}

/** Divides the buckets of an interval down to a depth; of two schedules at once, one does it. */
export async function deepen({ minutes, since }: BucketDepthRecord, to: number, now: number) {
  const deeper = [...since, ...Array<number>(to - depthOf({ since })).fill(now)];
  const written = await writeIfTrue(() =>
    BucketDepth.put({ minutes, since: deeper })
      .where((attribute, { eq }) => eq(attribute.since, since))
      .go(),
  );
  return written ? { minutes, since: deeper } : undefined;
}

const known = new Map<number, { depth: number; until: number }>();

/** The depth of an interval, at most a minute old; an interval without buckets gets its first one. */
export async function requireDepth(minutes: number, now: number): Promise<number> {
  const kept = known.get(minutes);
  if (kept && kept.until > now) return kept.depth;
  const { data } = await BucketDepth.query.ofAll({ minutes }).go({ consistent: true });
  const [found] = data;
  if (!found) {
    const first = { minutes, since: [Math.floor(now / 1000)] };
    await writeIfTrue(() => BucketDepth.create(first).go());
  }
  const depth = found ? depthOf(found) : 0;
  known.set(minutes, { depth, until: now + KEPT_MS });
  return depth;
}

/** Where a website, or the beginning of a bucket, is among the websites of an interval. */
export interface Place {
  minutes: number;
  position: number;
}

/** The buckets in which a place may have had rounds since a time, the latest first. */
export async function findBucketsOf(
  { minutes, position }: Place,
  from: number,
): Promise<[Bucket, ...Bucket[]]> {
  const { data } = await BucketDepth.query.ofAll({ minutes }).go();
  const { since = [from] } = data[0] ?? {};
  const depth = since.length - 1;
  const former = Array.from({ length: depth }, (_, each) => depth - 1 - each).filter(
    (each) => (since[each + 1] ?? 0) + LATE_ROUND_SECONDS >= from,
  );
  const at = (each: number) => bucketAt(position, { minutes, depth: each });
  return [at(depth), ...former.map(at)];
}
