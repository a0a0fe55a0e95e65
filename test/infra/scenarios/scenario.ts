import { randomInt } from "node:crypto";
import { writeRound } from "../../../functions/monitoring/bucketHours.ts";
import { nameOf, placeInIndex } from "../../../functions/monitoring/buckets.ts";
import { shardOf } from "../../../functions/monitoring/dueTimes.ts";
import { BucketDepth } from "../../../shared/entities/bucketDepth.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { timestamp } from "../../../shared/time.ts";

/** Makes what a function needs, and returns all that the function can do. */
export type Scenario = () => Promise<() => Promise<unknown>>;

type Given = Partial<CheckRecord> &
  Pick<CheckRecord, "reseller_uuid" | "business_uuid" | "uuid" | "kind">;

/** A check that is due, of a website that failed for an hour. */
export function dueCheck(check: Given) {
  const since = Math.floor(Date.now() / 1000) - 3600;
  return {
    hostname: "example.com",
    shard: shardOf(check.uuid),
    due_at: timestamp(new Date(since * 1000)),
    results: [],
    memory: { state: "suspect" as const, since, downtimes: [] },
    ...check,
  };
}

export async function makeCheck(check: Given) {
  return (await Check.put(dueCheck(check)).go()).data;
}

/** Puts a website into a bucket whose figures of yesterday are not written yet, and returns it. */
export async function joinBucket(website: { reseller: { uuid: string }; uuid: string }) {
  // Of an interval whose next round is on another day, so that the figures may be written at any hour.
  const minutes = randomInt(2000, 1_000_000);
  const bucket = { minutes, depth: 0, number: 0 };
  await BucketDepth.put({ minutes, since: [0] }).go();
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid, kind: "uptime" as const };
  const { data } = await Check.get(key).go();
  const { hostname = "" } = data ?? {};
  const at = Math.floor(Date.now() / 1000) - 86_400;
  const target = { minutes, hostname, url: hostname };
  const place = placeInIndex(website.uuid, minutes, data?.due_at ?? "");
  const memory = { state: "up" as const, downtimes: [], url: hostname, checked_at: at };
  await Check.patch(key)
    .set({ ...place, target, memory })
    .go();
  const probes = new Map([[nameOf(website.uuid), "0"]]);
  await writeRound(undefined, { bucket, slot: at, at, probes, folded: "2001-01-01" });
  return bucket;
}
