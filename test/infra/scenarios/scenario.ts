import { randomInt } from "node:crypto";
import { writeRound } from "../../../shared/checks/rosterHours.ts";
import { shardOf } from "../../../shared/checks/schedule.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { timestamp } from "../../../shared/time.ts";

/** Makes what a function needs, and returns all that the function can do. */
export type Scenario = () => Promise<() => Promise<unknown>>;

/** A check that is due, of a website that failed for an hour. */
export async function makeCheck(
  check: Partial<CheckRecord> &
    Pick<CheckRecord, "reseller_uuid" | "business_uuid" | "uuid" | "kind">,
) {
  const since = Math.floor(Date.now() / 1000) - 3600;
  const { data } = await Check.put({
    hostname: "example.com",
    shard: shardOf(check.uuid),
    due_at: timestamp(new Date(since * 1000)),
    results: [],
    memory: { state: "suspect", since, downtimes: [] },
    ...check,
  }).go();
  return data;
}

/** Puts a website into a roster of its own, whose figures of yesterday are not written yet, and returns it. */
export async function seatCheck(website: { reseller: { uuid: string }; uuid: string }) {
  // Of an interval of 5 minutes, and such as write the figures of a day in its first hour.
  const roster = 24 * randomInt(208_400, 249_999);
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid, kind: "uptime" as const };
  const { data } = await Check.get(key).go();
  const { hostname = "" } = data ?? {};
  const at = Math.floor(Date.now() / 1000) - 86_400;
  const seat = { roster, place: 0, hostname, url: hostname };
  const memory = { state: "up" as const, downtimes: [], url: hostname, checked_at: at };
  await Check.patch(key)
    .set({ shard: roster, due_at: data?.due_at ?? "", seat, memory })
    .go();
  const row = { slot: at, at, looks: "0" };
  await writeRound(undefined, { roster, row, hasFew: false, folded: "2001-01-01" });
  return roster;
}
