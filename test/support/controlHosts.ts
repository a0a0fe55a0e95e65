import { randomInt } from "node:crypto";
import { onTestFinished } from "vitest";
import { BucketDepth } from "../../shared/entities/bucketDepth.ts";
import { Check } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";
import { isolateKeys } from "./ownSchedule.ts";

const LONGEST_INTERVAL = 1440;

/**
 * Keeps websites of other tests from being control hosts in this one. Returns a function that adds hosts
 * that answered lately, of a new reseller by default.
 */
export function ownControlHosts() {
  const shard = randomInt(1_000_000_000, 2_000_000_000);
  // Control hosts are found in buckets: there is one, and none of other tests.
  isolateKeys(/^buckets#/);
  const hasBucket = BucketDepth.put({ minutes: LONGEST_INTERVAL, since: [0] }).go();
  const end = interceptRequests(async (command, input) => {
    const values = input["ExpressionAttributeValues"] as Record<string, unknown> | undefined;
    if (command !== "Query" || values === undefined) return;
    if (String(values[":pk"]).startsWith("buckets#depths")) await hasBucket;
    const isBucket = /^due#uptime#\d{4,}/.test(String(values[":pk"]));
    // A round reads its bucket as a whole.
    if (isBucket && input["Limit"] !== undefined) {
      Object.assign(values, { ":pk": `due#uptime#${shard}`, ":from": "0", ":to": "~" });
    }
  });
  onTestFinished(end);
  return async (url: string, reseller_uuid = newUuid()) => {
    const now = Date.now();
    const key = { reseller_uuid, uuid: newUuid(), kind: "uptime" as const };
    const due_at = timestamp(new Date(now + 60_000));
    const memory = { state: "up", downtimes: [], url } as const;
    const target = { minutes: LONGEST_INTERVAL, hostname: url, url };
    const known = { business_uuid: newUuid(), hostname: url, due_at, results: [] };
    await Check.put({ ...key, ...known, memory, shard, target }).go();
    return key;
  };
}
