import { ScheduleCursor } from "../../shared/entities/scheduleCursor.ts";
import { writeIfTrue } from "../../shared/platform/table/transact.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { type Bucket, positionOf, startOf } from "../../shared/uptime/buckets.ts";

/** A new uuid of a website in this bucket. */
export function uuidIn(bucket: Bucket): string {
  const uuid = newUuid();
  const size = 2 ** (32 - bucket.depth);
  const position = startOf(bucket) + (positionOf(uuid) % size);
  return `${uuid.slice(0, -8)}${position.toString(16).padStart(8, "0")}`;
}

/** Stores an interval, with the times in seconds since which its buckets have each depth; how far it came stays. */
export async function putInterval(minutes: number, since = [0]) {
  const key = { kind: "round" as const, shard: minutes };
  const created = await writeIfTrue(() => ScheduleCursor.create({ ...key, since }).go());
  if (!created) await ScheduleCursor.patch(key).set({ since }).go();
}
