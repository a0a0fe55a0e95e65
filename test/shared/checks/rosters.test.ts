import { expect, test } from "vitest";
import {
  isSeated,
  lastSlot,
  minutesOfRoster,
  numberOfRoster,
  placeOf,
  rosterOf,
  rostersOf,
  SEATS_A_ROSTER,
  takeSeats,
} from "../../../shared/checks/rosters.ts";

test("a seat is a place in a roster of 100, whose number says its interval", () => {
  expect(placeOf(5, 0)).toEqual({ roster: 5_000_000, place: 0 });
  expect(placeOf(5, 99)).toEqual({ roster: 5_000_000, place: 99 });
  expect(placeOf(1440, 1234)).toEqual({ roster: 1_440_000_012, place: 34 });
  expect(minutesOfRoster(1_440_000_012)).toBe(1440);
  expect(rostersOf({ minutes: 5, seats: 101 })).toEqual([5_000_000, 5_000_001]);
  expect(rostersOf({ minutes: 5, seats: 0 })).toEqual([]);
});

test("an interval has places for any number of websites, of rosters that no other has", () => {
  expect(placeOf(5, 99_999_999)).toEqual({ roster: 5_999_999, place: 99 });
  expect(placeOf(5, 100_000_000)).toEqual({ roster: 1_000_005_000_000, place: 0 });
  const numbers = [0, 999_999, 1_000_000, 1_999_999, 2_000_000, 8_999_999_999];
  const rosters = [1, 5, 1440].flatMap((minutes) =>
    numbers.map((number) => ({ minutes, number, roster: rosterOf(minutes, number) })),
  );
  for (const { minutes, number, roster } of rosters) {
    expect([minutesOfRoster(roster), numberOfRoster(roster)]).toEqual([minutes, number]);
    expect(Number.isSafeInteger(roster)).toBe(true);
    const slot = lastSlot(roster, 1_800_000_000);
    expect(slot).toBeGreaterThan(1_800_000_000 - minutes * 60);
    expect(slot).toBeLessThanOrEqual(1_800_000_000);
  }
  expect(new Set(rosters.map(({ roster }) => roster)).size).toBe(rosters.length);
});

test("no seat is given out twice, however many ask at once", async () => {
  const minutes = 999;
  const first = await takeSeats(minutes, 1);
  const asked = await Promise.all([3, 1, 2, 5].map((count) => takeSeats(minutes, count)));
  expect(asked.toSorted((a, b) => a - b)[0]).toBe(first + 1);
  expect(new Set(asked).size).toBe(4);
  expect(await takeSeats(minutes, 1)).toBe(first + 12);
});

test("each roster has a slot in each interval, and those of all are spread over it", () => {
  const perMinute = [0, 0, 0, 0, 0];
  for (const roster of rostersOf({ minutes: 5, seats: 1000 * SEATS_A_ROSTER })) {
    const slot = lastSlot(roster, 1_800_000_299);
    expect(slot).toBeGreaterThan(1_800_000_299 - 300);
    expect(slot).toBeLessThanOrEqual(1_800_000_299);
    expect(lastSlot(roster, slot)).toBe(slot);
    expect(lastSlot(roster, slot - 1)).toBe(slot - 300);
    const minute = Math.floor((slot % 300) / 60);
    perMinute[minute] = (perMinute[minute] ?? 0) + 1;
  }
  for (const count of perMinute) expect(Math.abs(count - 200)).toBeLessThan(5);
});

test("a slot is the last one until then at any time, by a clock that shows 1970 as well", () => {
  for (const until of [0, 1, 299, 300, 301]) {
    const slot = lastSlot(5_000_001, until);
    expect(until - slot).toBeGreaterThanOrEqual(0);
    expect(until - slot).toBeLessThan(300);
    // 185 seconds after the first roster of its interval, by the golden ratio.
    expect((slot + 300) % 300).toBe(185);
  }
});

test("rosters are left out by stretches of their numbers", () => {
  const without = [
    { from: 0, to: 0 },
    { from: 2, to: 3 },
  ];
  expect(rostersOf({ minutes: 5, seats: 600, without })).toEqual([5_000_001, 5_000_004, 5_000_005]);
});

test("a website is in its roster while the index has it there", () => {
  const seat = { roster: 5_000_001, place: 0, hostname: "a.example", url: "https://a.example" };
  expect(isSeated({ seat, shard: 5_000_001 })).toBe(true);
  expect(isSeated({ seat, shard: 7 })).toBe(false);
  expect(isSeated({ shard: 7 })).toBe(false);
});
