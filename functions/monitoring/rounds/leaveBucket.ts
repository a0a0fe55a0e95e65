import type { BucketHourRecord } from "../../../shared/entities/bucketHour.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { describeError, log } from "../../../shared/log.ts";
import type { HostPace } from "../../../shared/outbound/index.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import { withRounds } from "../bucketHours.ts";
import { type Bucket, type BucketSite, isInBucket } from "../buckets.ts";
import { reschedule } from "../dueTimes.ts";
import type { DueCheck } from "../findChecks.ts";
import type { Pace } from "../pace.ts";
import type { Distrust } from "../uptime/distrust.ts";
import { judgeProbe } from "../uptime/judgeProbe.ts";
import type { Probe, ProbesFor } from "../uptime/probeSite.ts";

/** A round to be made: the last hour of the bucket, and its websites. */
export interface OpenRound {
  bucket: Bucket;
  slot: number;
  last: BucketHourRecord | undefined;
  sites: BucketSite[];
}

/** What all rounds of a call share. */
export interface Probing {
  clock: Clock;
  distrust: Distrust;
  probesFor: ProbesFor;
  pace: Pace;
  hosts: HostPace;
  /** Collects each check that is due soon once it is written, also if the round fails afterwards. */
  soon: DueCheck[];
}

/**
 * Writes the results of websites that leave the bucket to their checks; a website without an answer is
 * due at once, separately. A website whose check can't be written stays in the bucket for the next round,
 * and delays no other.
 */
export async function leaveBucket(
  { bucket, last }: OpenRound,
  leaving: Map<BucketSite, Probe | undefined>,
  { clock, distrust, soon }: Probing,
): Promise<void> {
  if (leaving.size === 0) return;
  const found = await batchGet(
    ...[...leaving.keys()].map(({ reseller_uuid, uuid }) =>
      lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
    ),
  );
  const left = [...leaving].map(async ([site, probe], index) => {
    const check = found[index];
    // The index may show a website that has left the bucket since.
    if (!check || !isInBucket(check) || check.due_at !== site.due_at) return;
    const known = { ...check, memory: withRounds(check, last) };
    // A result for a former host name says nothing about the website.
    const isOfIt = check.hostname === site.target.hostname;
    const due =
      probe && isOfIt
        ? await judgeProbe(known, probe, { bucket, distrust })
        : await probeAgain(known, timestamp(new Date(clock.now())));
    if (due) soon.push(due);
  });
  const results = await Promise.allSettled(left);
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    const uuid = [...leaving.keys()][index]?.uuid;
    log("error", "a result of a round could not be written", {
      uuid,
      ...describeError(result.reason),
    });
  }
}

/** Makes a website that did not answer in time, or has a new host name, due at once. */
async function probeAgain(check: CheckRecord<"uptime">, due_at: string) {
  const { reseller_uuid, uuid, memory } = check;
  const written = await reschedule(check, due_at, { memory });
  return written ? ({ reseller_uuid, uuid, due_at } satisfies DueCheck) : undefined;
}
