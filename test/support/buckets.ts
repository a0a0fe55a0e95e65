import { type Bucket, positionOf, startOf } from "../../functions/monitoring/buckets.ts";
import { newUuid } from "../../shared/uuid.ts";

/** A new uuid of a website in this bucket. */
export function uuidIn(bucket: Bucket): string {
  const uuid = newUuid();
  const size = 2 ** (32 - bucket.depth);
  const position = startOf(bucket) + (positionOf(uuid) % size);
  return `${uuid.slice(0, -8)}${position.toString(16).padStart(8, "0")}`;
}
