import { randomInt } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { uptimeHandler } from "../../../functions/uptime/index.ts";
import { dailyFigures } from "../../../shared/checks/dailyFigures.ts";
import { findLastLooks, nextLook } from "../../../shared/checks/lastLooks.ts";
import { minutesOfRoster } from "../../../shared/checks/rosters.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { ownControlHosts } from "../../support/controlHosts.ts";
import { sqsEvent } from "../../support/messages.ts";
import { dueMessage, findCheck, type MonitoredWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { makeRound, seatWebsite } from "./rosters.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY = { from: "2026-11-20", to: "2026-11-20" };

beforeAll(() => allowLocalAddresses());
beforeEach(() => {
  ownControlHosts();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => void vi.useRealTimers());

/** A website whose status is to be set, in a roster that writes the figures of a day in its first hour. */
async function makeSite() {
  const given = { status: 200 };
  const site = await serve((_, response) => response.writeHead(given.status).end());
  const roster = 24 * randomInt(208_400, 249_999);
  const website = await seatWebsite(site.url, { roster, place: 7 });
  return { given, roster, website };
}

const at = (seconds: number) => vi.setSystemTime(NOON + seconds * 1000);
const keyOf = ({ reseller, uuid }: MonitoredWebsite) => ({ reseller_uuid: reseller.uuid, uuid });

/** Rounds from so many seconds after noon, every five minutes. */
async function rounds(roster: number, from: number, to: number) {
  for (let seconds = from; seconds <= to; seconds += 300) {
    at(seconds);
    await makeRound(roster);
  }
}

async function ownLook(website: MonitoredWebsite, seconds: number) {
  at(seconds);
  await uptimeHandler(skippedPauses())(sqsEvent(await dueMessage(website, "uptime")));
}

test("the figures of a day are its looks, failures, downtime and response times, also once written", async () => {
  const { given, roster, website } = await makeSite();
  await rounds(roster, 0, 600);
  given.status = 500;
  await rounds(roster, 900, 900);
  await ownLook(website, 960);
  await ownLook(website, 1260);
  given.status = 200;
  await ownLook(website, 1500);
  await ownLook(website, 1560);
  await rounds(roster, 1800, 2100);
  const key = keyOf(website);
  const live = await dailyFigures(key, DAY);
  expect(live).toEqual([
    {
      date: "2026-11-20",
      // Three rounds, the one that failed, four probes by itself, and two more rounds.
      looks: 10,
      failures: 3,
      observed_seconds: expect.any(Number),
      down_seconds: 600,
      response_ms: {
        mean: expect.any(Number),
        median: expect.any(Number),
        p95: expect.any(Number),
      },
    },
  ]);
  // From the first round on, but for what the next slot differs from the test's rounds.
  expect(Math.abs((live[0]?.observed_seconds ?? 0) - 2100)).toBeLessThanOrEqual(300);
  const { data: before } = await UptimeDay.query.ofWebsite(key).go();
  expect(before).toEqual([]);
  await rounds(roster, 12 * 3600 + 60, 12 * 3600 + 60);
  const { data: written } = await UptimeDay.query.ofWebsite(key).go();
  expect(written).toMatchObject([{ day: "2026-11-20", looks: 10, failures: 3, down: 600 }]);
  expect(await dailyFigures(key, DAY)).toEqual(live);
  // The next round of the day has nothing left to write.
  await UptimeDay.delete({ ...key, day: "2026-11-20" }).go();
  await rounds(roster, 12 * 3600 + 420, 12 * 3600 + 420);
  expect((await UptimeDay.query.ofWebsite(key).go()).data).toEqual([]);
});

test("a day is written too for who was by itself when its roster wrote it, and with another interval", async () => {
  const { given, roster, website } = await makeSite();
  await rounds(roster, 0, 600);
  given.status = 500;
  await rounds(roster, 900, 900);
  await ownLook(website, 960);
  const { reseller } = website;
  await Plan.patch({ reseller_uuid: reseller.uuid, uuid: reseller.planUuid })
    .set({ uptime_interval_minutes: 10 })
    .go();
  const live = await dailyFigures(keyOf(website), DAY);
  expect(live).toMatchObject([{ looks: 5, failures: 2 }]);
  // What is known of a plan is a minute old at most.
  await ownLook(website, 1560);
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  expect(minutesOfRoster(check.seat?.roster ?? 0)).toBe(10);
  expect(await dailyFigures(keyOf(website), DAY)).toMatchObject([{ looks: 6, failures: 3 }]);
  await ownLook(website, 12 * 3600 + 60);
  const { data } = await UptimeDay.query.ofWebsite(keyOf(website)).go();
  expect(data).toMatchObject([{ day: "2026-11-20", looks: 6, failures: 3 }]);
});

test("of another website, or day, they say nothing", async () => {
  const { roster, website } = await makeSite();
  const other = await seatWebsite("http://127.0.0.1:1", { roster: roster + 24, place: 7 });
  await rounds(roster, 0, 300);
  expect(await dailyFigures(keyOf(website), { from: "2026-11-01", to: "2026-11-19" })).toEqual([]);
  expect(await dailyFigures(keyOf(other), DAY)).toEqual([]);
  expect(
    await dailyFigures({ ...keyOf(website), reseller_uuid: other.reseller.uuid }, DAY),
  ).toEqual([]);
});

test("the looks of the last day are those of the rounds and its own, and the next is its roster's", async () => {
  const { given, roster, website } = await makeSite();
  await rounds(roster, 0, 300);
  given.status = 500;
  await rounds(roster, 600, 600);
  const check = (await findCheck(website, "uptime")) as CheckRecord<"uptime">;
  const looks = await findLastLooks(check);
  expect(looks.map(({ at, outcome }) => [at, outcome])).toEqual([
    ["2026-11-20T12:10:00+00:00", "http 500"],
    ["2026-11-20T12:05:00+00:00", "up"],
    ["2026-11-20T12:00:00+00:00", "up"],
  ]);
  expect(nextLook(check)).toBe("2026-11-20T12:11:00+00:00");
  const next = Date.parse(nextLook({ ...check, shard: roster }));
  expect(next).toBeGreaterThan(Date.now());
  expect(next).toBeLessThanOrEqual(Date.now() + 300_000);
});
