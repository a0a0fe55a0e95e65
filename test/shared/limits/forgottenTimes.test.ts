import { expect, test } from "vitest";
import type { RatePlace } from "../../../shared/entities/rateUse.ts";
import { readBookings } from "../../../shared/limits/rateBookings.ts";
import { RateCounter } from "../../../shared/limits/rateCounter.ts";
import { RateWindow } from "../../../shared/limits/rateWindow.ts";
import { newUuid } from "../../../shared/uuid.ts";

const START = 1_795_000_018_000;
const LIMIT = 6000;
/** What a container books at once. */
const BATCH = 10;

function newPlace(): RatePlace {
  return { reseller_uuid: newUuid(), kind: "reads" };
}

async function take(counter: RateCounter, count: number, now: number) {
  for (let taken = 0; taken < count; taken += 1) await (await counter.take(LIMIT, now)).booking;
}

test("what is booked for a time that has just lapsed is counted all the same", async () => {
  const place = newPlace();
  const counter = new RateCounter(place);
  await take(counter, 1 + BATCH, START);
  await take(counter, BATCH - 1, START + 1000);
  await take(counter, 1, START + 60_500);
  expect(await readBookings(place)).toMatchObject({ total: 1 + 2 * BATCH });
});

test("a job every half hour, in a new container each time, leaves no item that grows", async () => {
  const place = newPlace();
  const job = async (begin: number) => {
    const container = new RateCounter(place);
    for (let batch = 0; batch < 6; batch += 1) await take(container, BATCH, begin + batch * 2500);
  };
  for (let half = 0; half < 3; half += 1) await job(START + half * 1_800_000);
  expect((await readBookings(place)).times.size).toBeLessThanOrEqual(6);
});

test("containers that book once leave no item that grows", async () => {
  const place = newPlace();
  for (let job = 0; job < 105; job += 1) {
    await take(new RateCounter(place), BATCH, START + job * 1_800_000);
  }
  expect((await readBookings(place)).times.size).toBeLessThan(100);
});

test("containers that book at nearly the same time share one name", () => {
  const nameFor = (since: number) => new RateWindow().timeFor(since, since + 2000, LIMIT);
  expect(nameFor(START + 900)).toBe(nameFor(START + 300));
  expect(nameFor(START + 2300)).not.toBe(nameFor(START + 300));
});

test("a booking forgets no more times than one update may name, the others later", () => {
  const window = new RateWindow();
  const nameOf = (tick: number) => tick.toString(36).padStart(5, "0");
  const times = new Map(Array.from({ length: 450 }, (_, tick) => [nameOf(tick), 1]));
  window.learn({ times, periods: new Map(), total: 450 }, START);
  const lapsed = window.lapsed(START);
  expect(lapsed).toHaveLength(100);
  for (const name of lapsed) times.delete(name);
  window.learn({ times, periods: new Map(), total: 450 }, START);
  expect(window.lapsed(START)).not.toEqual(expect.arrayContaining(lapsed));
  expect(window.lapsed(START)).toHaveLength(100);
});
