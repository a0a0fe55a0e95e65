import { newUuid } from "../../shared/platform/uuid.ts";
import { type Bucket, positionOf, startOf } from "../../shared/uptime/buckets.ts";

/** A new uuid of a website in this bucket. */
export function uuidIn(bucket: Bucket): string {
  const uuid = newUuid();
  const size = 2 ** (32 - bucket.depth);
  const position = startOf(bucket) + (positionOf(uuid) % size);
  return `${uuid.slice(0, -8)}${position.toString(16).padStart(8, "0")}`;
}
