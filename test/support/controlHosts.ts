import { randomInt } from "node:crypto";
import { onTestFinished } from "vitest";
import { SHARDS } from "../../shared/checks/schedule.ts";
import { Check } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";

/**
 * Keeps the websites of other tests out of the control looks of this one, and returns what adds
 * hosts that answered lately to it: of a new reseller unless told.
 */
export function ownControlHosts() {
  const shard = randomInt(1000, 1_000_000_000);
  const end = interceptRequests((command, input) => {
    const values = input["ExpressionAttributeValues"] as Record<string, unknown> | undefined;
    const [, read] = /^due#uptime#(\d+)$/.exec(String(values?.[":pk"])) ?? [];
    // Not what a tick finds of a shard that a test has made up.
    if (command !== "Query" || values === undefined || !(Number(read) < SHARDS)) return;
    // All websites are those of the first shard here.
    values[":pk"] = read === "0" ? `due#uptime#${shard}` : `due#uptime#none-${shard}`;
  });
  onTestFinished(end);
  return async (url: string, reseller_uuid = newUuid()) => {
    const now = Date.now();
    const key = { reseller_uuid, uuid: newUuid(), kind: "uptime" as const };
    const due_at = timestamp(new Date(now + 60_000));
    const checked_at = Math.floor(now / 1000) - 240;
    const memory = { state: "up", downtimes: [], url, checked_at } as const;
    const known = { business_uuid: newUuid(), hostname: url, shard, due_at, results: [] };
    await Check.put({ ...key, ...known, memory }).go();
    return key;
  };
}
