import { randomInt } from "node:crypto";
import { expect } from "vitest";
import { roundsHandler } from "../../../functions/rounds/index.ts";
import { findLastHour } from "../../../shared/checks/rosterHours.ts";
import { lastSlot } from "../../../shared/checks/rosters.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import type { Clock } from "../../../shared/time.ts";
import { sqsEvent } from "../../support/messages.ts";
import { findCheck, type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";

/** No pause ends: all websites answer. */
export const patientClock: Clock = { now: () => Date.now(), sleep: () => new Promise(() => {}) };

/** A roster of an interval that no other test and no real website is in. */
export function makeRoster(minutes = 5): number {
  return minutes * 1_000_000 + randomInt(1000, 1_000_000);
}

/** A website that is simply up since so many seconds ago, in a roster. */
export async function seatWebsite(
  hostname: string,
  {
    roster,
    place,
    more = {},
  }: { roster: number; place: number; more?: Partial<CheckRecord<"uptime">> },
): Promise<MonitoredWebsite> {
  const website = await monitorWebsite(hostname);
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  const checked_at = Math.floor(Date.now() / 1000) - 60;
  const memory = {
    state: "up" as const,
    downtimes: [],
    url: hostname,
    first_checked_at: checked_at,
    checked_at,
  };
  const seat = { roster, place, hostname, url: hostname };
  await Check.put({ ...check, shard: roster, seat, memory, ...more }).go();
  return website;
}

/** Makes the round of a roster that is due now. */
export async function makeRound(roster: number, clock = patientClock) {
  const slot = lastSlot(roster, Math.floor(Date.now() / 1000));
  const result = await roundsHandler(clock)(sqsEvent({ rounds: [{ roster, slot }] }));
  expect(result).toEqual({ batchItemFailures: [] });
}

/** The rounds of the hour, as they are stored. */
export async function readRows(roster: number) {
  const hour = await findLastHour(roster, Date.now() / 1000);
  return hour?.rows ?? [];
}
