import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  closeRosters,
  endRosters,
  FEW_SITES,
  findClosed,
  findRosters,
  isClosed,
  isEnded,
  isOver,
  withNumbers,
} from "../../../shared/checks/closedRosters.ts";
import { SEATS_A_ROSTER, takeSeats } from "../../../shared/checks/rosters.ts";
import { systemClock } from "../../../shared/time.ts";
import { costOf } from "../../support/cost.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const [first, second, third, fourth] = [5_000_000, 5_000_001, 5_000_002, 5_000_003];

/** Four rosters of five minutes, of which the last one's seats are not all given out. */
beforeEach(async () => {
  ownSchedule();
  await takeSeats(5, 350);
});

async function rostersLeft() {
  const all = await findRosters();
  return all.flatMap(({ rosters }) => rosters);
}

/** Does `work` before the next write of what is closed. */
function beforeNextWrite(work: () => Promise<unknown>) {
  let isDone = false;
  const end = interceptRequests(async (command, { Item }) => {
    if (isDone || command !== "Put" || !JSON.stringify(Item).includes("closedRosters")) return;
    isDone = true;
    await work();
  });
  onTestFinished(end);
}

test("rosters have rounds until they were closed, and their rounds ended", async () => {
  await closeRosters([first, third], NOON);
  expect(await rostersLeft()).toEqual([first, second, third, fourth]);
  await endRosters([first, third]);
  expect(await rostersLeft()).toEqual([second, fourth]);
});

test("those that are open, or not given out whole, are not ended", async () => {
  await closeRosters([fourth], NOON);
  await endRosters([first, fourth]);
  expect(await rostersLeft()).toEqual([first, second, third, fourth]);
});

test("nor is one whose neighbour is closed", async () => {
  await closeRosters([second], NOON);
  await endRosters([first, third]);
  expect(await rostersLeft()).toEqual([first, second, third, fourth]);
});

test("rosters of all intervals are found as they are now", async () => {
  await takeSeats(7, 250);
  await closeRosters([first, 7_000_000], NOON);
  const reads: unknown[] = [];
  const end = interceptRequests((_, { ConsistentRead }) => void reads.push(ConsistentRead));
  onTestFinished(end);
  await endRosters([first, 7_000_000]);
  expect(await rostersLeft()).toEqual([second, third, fourth, 7_000_001, 7_000_002]);
  const known = reads.filter((consistent) => consistent !== undefined);
  // All but the two writes.
  expect([new Set(known), reads.length - known.length]).toEqual([new Set([true]), 2]);
});

test("of two that are closed, and ended, at once neither is forgotten, the first time as well", async () => {
  beforeNextWrite(() => closeRosters([second], NOON));
  await closeRosters([first], NOON);
  beforeNextWrite(() => closeRosters([third], NOON));
  await endRosters([first]);
  beforeNextWrite(() => endRosters([second]));
  await endRosters([third]);
  expect(await rostersLeft()).toEqual([fourth]);
});

test("nothing is read for none, and what is closed, or ended, is not written again", async () => {
  expect((await costOf(() => closeRosters([], NOON))).requests).toBe(0);
  expect((await costOf(() => endRosters([]))).requests).toBe(0);
  await closeRosters([first], NOON);
  expect((await costOf(() => closeRosters([first], NOON + 600))).writeUnits).toBe(0);
  await endRosters([first]);
  expect((await costOf(() => endRosters([first]))).writeUnits).toBe(0);
  expect((await costOf(() => closeRosters([first], NOON))).writeUnits).toBe(0);
  expect(await rostersLeft()).toEqual([second, third, fourth]);
});

test("a closed roster is over an hour later, and ended where nothing says since when", () => {
  const closed = new Map([
    [
      "5#0",
      [
        { from: 1, to: 2, at: NOON },
        { from: 3, to: 3 },
      ],
    ],
    ["5#1", [{ from: 1000, to: 1000, at: NOON }]],
  ]);
  const told = (roster: number, now = NOON + 3600) => [
    isClosed(closed, roster),
    isOver(closed, roster, now),
    isEnded(closed, roster),
  ];
  expect(told(first)).toEqual([false, false, false]);
  for (const roster of [second, third, 5_001_000]) {
    expect(told(roster, NOON + 3599)).toEqual([true, false, false]);
    expect(told(roster)).toEqual([true, true, false]);
  }
  expect(told(fourth)).toEqual([true, false, true]);
  // Nothing is noted of the others of its thousand, of those of another, and of another interval.
  for (const roster of [5_001_001, 5_002_000, 7_000_001]) {
    expect(told(roster)).toEqual([false, false, false]);
  }
});

test("those that have ended are in the order of their numbers, whenever that was", async () => {
  await takeSeats(5, 1_100_000);
  // The blocks of a thousand are stored by their digits: the tenth before the second.
  const ended = [5_010_001, 5_002_000, 5_001_001, 5_001_000, second, first];
  for (const roster of ended) {
    await closeRosters([roster], NOON);
    await endRosters([roster]);
  }
  const [found] = await findRosters();
  expect(found?.ended).toEqual(ended.toReversed());
});

test("what is taken out of a stretch leaves what is before and after it", () => {
  const stretch = [{ from: 3, to: 7, at: NOON }];
  const left = (...numbers: number[]) =>
    withNumbers(stretch, numbers, {}).map(({ from, to, at }) => [from, to, at !== undefined]);
  expect(left(3)).toEqual([
    [3, 3, false],
    [4, 7, true],
  ]);
  expect(left(7)).toEqual([
    [3, 6, true],
    [7, 7, false],
  ]);
  expect(left(2, 5, 8)).toEqual([
    [2, 2, false],
    [3, 4, true],
    [5, 5, false],
    [6, 7, true],
    [8, 8, false],
  ]);
});

test("what others keep writing is tried twelve times, with a pause before each but the first", async () => {
  const sleep = vi.spyOn(systemClock, "sleep").mockResolvedValue();
  let [tries, refused] = [0, Infinity];
  const end = interceptRequests((command) => {
    if (command !== "Put" || ++tries > refused) return;
    throw new ConditionalCheckFailedException({ message: "", $metadata: {} });
  });
  onTestFinished(() => {
    end();
    sleep.mockRestore();
  });
  await closeRosters([first], NOON);
  expect([tries, sleep.mock.calls.length]).toEqual([12, 11]);

  [tries, refused] = [0, 1];
  sleep.mockClear();
  await closeRosters([first], NOON);
  expect([tries, sleep.mock.calls.length]).toEqual([2, 1]);
});

test("few websites are fewer than half of a roster's", () => {
  expect(FEW_SITES).toBe(50);
  expect(SEATS_A_ROSTER).toBe(100);
});

test("which are closed is read for half a unit a thousand", async () => {
  const minutes = 40_000_000;
  const found = await costOf(() => findClosed([minutes, minutes + 1, minutes + 1001]));
  expect(found).toMatchObject({ requests: 1, readUnits: 1 });
});
