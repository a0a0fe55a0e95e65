import { expect } from "vitest";
import { characterOf, type Round } from "../../../../functions/monitoring/bucketHours.ts";
import {
  type Bucket,
  lastSlot,
  nameOf,
  placeInIndex,
} from "../../../../functions/monitoring/buckets.ts";
import { roundsHandler } from "../../../../functions/monitoring/rounds/runRounds.ts";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { BucketHour } from "../../../../shared/entities/bucketHour.ts";
import { Check, type CheckRecord } from "../../../../shared/entities/check.ts";
import { type Clock, timestamp } from "../../../../shared/time.ts";
import { uuidIn } from "../../../support/buckets.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { addWebsite, type MonitoredWebsite } from "../../../support/monitoring.ts";

/** No pause ends: all websites answer. */
export const patientClock: Clock = { now: () => Date.now(), sleep: () => new Promise(() => {}) };

/**
 * A bucket of the test's own (`ownSchedule`), by default one that is read by a single request, and due at full
 * intervals as a whole one is.
 */
export async function makeBucket({ minutes = 5, depth = 3, number = 7 } = {}): Promise<Bucket> {
  await BucketDepth.put({ minutes, since: Array<number>(depth + 1).fill(0) }).go();
  return { minutes, depth, number };
}

/** A website that is up since a minute ago, in a bucket. */
export async function joinBucket(
  hostname: string,
  { bucket, more = {} }: { bucket: Bucket; more?: Partial<CheckRecord<"uptime">> },
): Promise<MonitoredWebsite> {
  const { record, ...website } = await addWebsite(hostname, { uuid: uuidIn(bucket) });
  const checked_at = Math.floor(Date.now() / 1000) - 60;
  const memory = {
    state: "up" as const,
    downtimes: [],
    url: hostname,
    first_checked_at: checked_at,
    checked_at,
  };
  const target = { minutes: bucket.minutes, hostname, url: hostname };
  const place = placeInIndex(record.uuid, bucket.minutes, timestamp());
  const { reseller_uuid, business_uuid, uuid } = record;
  const check = { reseller_uuid, business_uuid, uuid, hostname, kind: "uptime" as const };
  await Check.put({ ...check, ...place, results: [], target, memory, ...more }).go();
  return website;
}

/** Makes the round of a bucket that is due now. */
export async function makeRound(bucket: Bucket, clock = patientClock) {
  const slot = lastSlot(bucket, Math.floor(Date.now() / 1000));
  const result = await roundsHandler(clock)(sqsEvent({ rounds: [{ ...bucket, slot }] }));
  expect(result).toEqual({ batchItemFailures: [] });
}

/** All rounds of a bucket, oldest first. */
export async function readRounds(bucket: Bucket): Promise<Round[]> {
  const { data } = await BucketHour.query.ofBucket(bucket).go({ consistent: true });
  return data.flatMap(({ rows, names }) => rows.map((row) => ({ ...row, names })));
}

/** In which of these rounds a website was found up. */
export const seenIn = (rounds: Round[], { uuid }: { uuid: string }) =>
  rounds.map((round) => characterOf(round, nameOf(uuid)) !== undefined);
