import { BucketDepth, type BucketDepthRecord } from "../../shared/entities/bucketDepth.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { type Bucket, bucketAt } from "./buckets.ts";

/** Rounds of a bucket may still be made this long after it was divided. */
const LATE_ROUND_SECONDS = 3600;
const KEPT_MS = 60_000;

/** The depths of all intervals that ever had a website in a bucket. */
export async function findDepths(): Promise<BucketDepthRecord[]> {
  const { data } = await BucketDepth.query.ofAll({}).go({ consistent: true, pages: "all" });
  return data;
}

/** The depth in use. */
export function depthOf({ since }: Pick<BucketDepthRecord, "since">): number {
  return since.length - 1;
}

/** Divides the buckets of an interval down to a depth. Returns undefined if another tick was faster. */
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

/** A position among the websites of an interval: of a website, or of the beginning of a bucket. */
export interface Place {
  minutes: number;
  position: number;
}

/** The buckets that may have had rounds of a place since a time, the deepest first. */
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
