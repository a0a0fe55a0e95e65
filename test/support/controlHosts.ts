import { randomInt } from "node:crypto";
import { onTestFinished } from "vitest";
import { takeSeats } from "../../shared/checks/rosters.ts";
import { Check } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { interceptRequests } from "./interceptRequests.ts";

const LONGEST_INTERVAL = 1440;

/**
 * Keeps the websites of other tests out of the control looks of this one, and returns what adds
 * hosts that answered lately to it: of a new reseller unless told.
 */
export function ownControlHosts() {
  const roster = LONGEST_INTERVAL * 1_000_000 + randomInt(1000, 1_000_000);
  // A control look goes to rosters: there is one.
  const hasSeats = takeSeats(LONGEST_INTERVAL, 1);
  const end = interceptRequests(async (command, input) => {
    const values = input["ExpressionAttributeValues"] as Record<string, unknown> | undefined;
    if (command !== "Query" || values === undefined) return;
    if (values[":pk"] === "rosters#seats") await hasSeats;
    const isRoster = /^due#uptime#\d{7,}$/.test(String(values[":pk"]));
    // A round reads its roster as a whole.
    if (isRoster && input["Limit"] !== undefined) values[":pk"] = `due#uptime#${roster}`;
  });
  onTestFinished(end);
  return async (url: string, reseller_uuid = newUuid()) => {
    const now = Date.now();
    const key = { reseller_uuid, uuid: newUuid(), kind: "uptime" as const };
    const due_at = timestamp(new Date(now + 60_000));
    const memory = { state: "up", downtimes: [], url } as const;
    const seat = { roster, place: 0, hostname: url, url };
    const known = { business_uuid: newUuid(), hostname: url, due_at, results: [] };
    await Check.put({ ...key, ...known, memory, shard: roster, seat }).go();
    return key;
  };
}
