import { randomInt } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { enqueueRounds, ROSTERS_A_MESSAGE } from "../../../functions/schedule/enqueueRounds.ts";
import { scheduleHandler } from "../../../functions/schedule/index.ts";
import { lastSlot, minutesOfRoster, rosterOf, takeSeats } from "../../../shared/checks/rosters.ts";
import { interceptMessages, interceptRequests } from "../../support/interceptRequests.ts";
import { onlyIntervals } from "../../support/intervals.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";

const SENT_AT_ONCE = 1000 * ROSTERS_A_MESSAGE;

interface Round {
  roster: number;
  slot: number;
  comesAt: number;
}

/** An interval that no other test has, with so many rosters. */
async function makeInterval(rosters: number, minutes = randomInt(2000, 1_000_000)) {
  await takeSeats(minutes, rosters * 100);
  return minutes;
}

/** Only these intervals are there; returns the rounds that are sent, and when they come. */
function watch(...intervals: number[]) {
  const rounds: Round[] = [];
  const messages: number[] = [];
  let now = 0;
  onlyIntervals(...intervals);
  const end = interceptMessages((_, { Entries }) => {
    for (const { MessageBody, DelaySeconds = 0 } of Entries as {
      MessageBody: string;
      DelaySeconds?: number;
    }[]) {
      const found: Round[] = JSON.parse(MessageBody).rounds ?? [];
      const own = found.filter(({ roster }) => intervals.includes(minutesOfRoster(roster)));
      if (own.length > 0) messages.push(own.length);
      rounds.push(...own.map((round) => ({ ...round, comesAt: now + DelaySeconds })));
    }
  });
  onTestFinished(end);
  return {
    messages,
    rounds,
    async tick(seconds: number, hasTime = () => true) {
      rounds.length = 0;
      now = seconds;
      const told = await enqueueRounds(new Date(seconds * 1000), hasTime);
      return { ...told, rounds: [...rounds] };
    },
  };
}

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;

test("each roster is enqueued once an interval, and comes when its slot does", async () => {
  const minutes = await makeInterval(10);
  const { tick } = watch(minutes);
  const first = await tick(NOON);
  expect(first.count).toBe(10);
  const seen = new Map<number, number>();
  for (let minute = 1; minute <= minutes; minute += Math.ceil(minutes / 50)) {
    const { rounds } = await tick(NOON + minute * 60);
    for (const { roster, slot, comesAt } of rounds) {
      expect(comesAt).toBeGreaterThanOrEqual(slot);
      seen.set(roster, (seen.get(roster) ?? 0) + 1);
    }
  }
  await tick(NOON + minutes * 60);
  for (const count of seen.values()) expect(count).toBe(1);
});

test("a tick that runs again enqueues nothing twice; one whose clock was ahead delays nothing", async () => {
  const minutes = await makeInterval(5);
  const { tick } = watch(minutes);
  expect((await tick(NOON)).count).toBe(5);
  expect((await tick(NOON)).count).toBe(0);
  const year = 366 * 24 * 3600;
  expect((await tick(NOON + 3 * year)).count).toBe(5);
  // All again: whose round was made knows that.
  expect((await tick(NOON + 60)).count).toBe(5);
  expect((await tick(NOON + 60)).count).toBe(0);
});

test("rounds whose messages were not sent come with the next tick", async () => {
  const minutes = await makeInterval(3);
  const { tick } = watch(minutes);
  const end = interceptMessages(() => {
    throw new Error("away");
  });
  onTestFinished(() => {
    end();
    vi.restoreAllMocks();
  });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await tick(NOON)).toMatchObject({
    errors: [expect.objectContaining({ message: expect.stringContaining("did not take") })],
  });
  vi.restoreAllMocks();
  end();
  expect((await tick(NOON + 1)).count).toBe(3);
});

test("an interval that fails stops no other", async () => {
  const [poisoned, other] = [await makeInterval(2), await makeInterval(3)];
  // The seats are read in the order of their keys' text.
  const minutes = [poisoned, other].toSorted((one, two) => (String(one) < String(two) ? -1 : 1));
  const { tick, rounds } = watch(...minutes);
  onTestFinished(
    interceptRequests((command, { Key }) => {
      if (command === "Get" && JSON.stringify(Key).includes(`round#${minutes[0]}"`)) {
        throw new Error("away");
      }
    }),
  );
  const { count, errors } = await tick(NOON);
  expect(errors).toHaveLength(1);
  expect(count).toBe(minutes[1] === other ? 3 : 2);
  expect(new Set(rounds.map(({ roster }) => minutesOfRoster(roster)))).toEqual(
    new Set([minutes[1]]),
  );
});

/** An interval so long that no round of it is due within these minutes. */
async function nextLong(rosters: number) {
  let minutes: number;
  do minutes = randomInt(900_000, 1_000_000);
  while (isDueAround(NOON, minutes, rosters));
  return await makeInterval(rosters, minutes);
}

function isDueAround(seconds: number, minutes: number, rosters: number): boolean {
  return Array.from({ length: rosters }, (_, number) => rosterOf(minutes, number)).some(
    (roster) => lastSlot(roster, seconds + 200) >= seconds - 200,
  );
}

test("a tick without time says how many rounds it left, which the next one enqueues", async () => {
  const minutes = await nextLong(SENT_AT_ONCE + 1);
  const { tick, messages } = watch(minutes);
  let asked = 0;
  expect(await tick(NOON, () => ++asked <= 1)).toMatchObject({ count: SENT_AT_ONCE, left: 1 });
  expect(messages).toEqual(Array(1000).fill(ROSTERS_A_MESSAGE));
  expect(await tick(NOON + 60)).toMatchObject({ count: SENT_AT_ONCE + 1, left: 0 });
  expect(await tick(NOON + 60)).toMatchObject({ count: 0, left: 0 });
});

test("a tick whose last message was sent when its time was over is done", async () => {
  const minutes = await nextLong(SENT_AT_ONCE);
  const { tick } = watch(minutes);
  let asked = 0;
  expect(await tick(NOON, () => ++asked <= 1)).toMatchObject({ count: SENT_AT_ONCE, left: 0 });
  expect(await tick(NOON, () => true)).toMatchObject({ count: 0, left: 0 });
});

test("rounds that are due within two seconds are a message, which comes with the last of them", async () => {
  ownSchedule();
  const minutes = 1;
  await takeSeats(minutes, 1600);
  const { tick, messages } = watch(minutes);
  const { rounds } = await tick(NOON);
  expect(messages).toEqual([1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1]);
  const minute = rounds.map(({ roster, slot, comesAt }) => [
    roster - minutes * 1_000_000,
    slot - NOON,
    comesAt - NOON,
  ]);
  expect(minute).toEqual([
    ...[
      [13, 2, 2],
      [5, 5, 5],
      [10, 10, 10],
      [2, 14, 16],
      [15, 16, 16],
      [7, 19, 19],
    ],
    ...[
      [12, 24, 24],
      [4, 28, 28],
      [9, 33, 33],
      [1, 37, 39],
      [14, 39, 39],
      [6, 42, 42],
    ],
    ...[
      [11, 47, 47],
      [3, 51, 51],
      [8, 56, 56],
      [0, 60, 60],
    ],
  ]);
});

test("a round is enqueued a minute before it is due, and by no other tick", async () => {
  const minutes = await makeInterval(1);
  const { tick } = watch(minutes);
  const [roster] = (await tick(NOON)).rounds;
  if (!roster) throw new Error("It has no round");
  const slot = roster.slot + minutes * 60;
  expect((await tick(slot - 61)).rounds).toEqual([]);
  expect((await tick(slot - 60)).rounds).toEqual([{ ...roster, slot, comesAt: slot }]);
  expect((await tick(slot - 60)).rounds).toEqual([]);
});

test.each([
  ["as much as clocks do is believed", 60, 0],
  ["more is not", 61, 1],
])("of a cursor that is ahead by %s", async (_, ahead, again) => {
  const minutes = await nextLong(1);
  const { tick } = watch(minutes);
  expect((await tick(NOON + ahead)).count).toBe(1);
  expect((await tick(NOON)).count).toBe(again);
});

test("the cursor is read as it is now", async () => {
  const { tick } = watch(await makeInterval(1));
  const reads: unknown[] = [];
  const end = interceptRequests((command, { ConsistentRead }) => {
    if (command === "Get") reads.push(ConsistentRead);
  });
  onTestFinished(end);
  await tick(NOON);
  expect(reads).toEqual([true]);
});

test("a kind, or a queue, that fails stops no other, and the tick fails at last", async () => {
  const sent = new Set<string>();
  const end = interceptMessages((_, { QueueUrl }) => void sent.add(String(QueueUrl)));
  ownSchedule();
  const fails = interceptRequests((_, { Key, ExpressionAttributeValues }) => {
    const text = JSON.stringify([Key, ExpressionAttributeValues]);
    if (/"(schedule#(audit|uptime)|rosters#seats)/.test(text)) throw new Error("away");
  });
  onTestFinished(() => {
    end();
    fails();
    vi.restoreAllMocks();
  });
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const clock = { now: () => Date.parse("2001-02-01T00:00:00Z"), sleep: async () => {} };
  await expect(scheduleHandler(clock)()).rejects.toThrow("Not all that is due");
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  const error = "what is due could not be enqueued";
  const failed = lines.filter(({ message }) => message === error).map(({ kind }) => kind);
  expect(new Set(failed)).toEqual(new Set(["round", "audit", "uptime"]));
  const told = lines.filter(({ message }) => message === "schedule").map(({ kind }) => kind);
  expect(told.toSorted()).toEqual(["audit", "lane", "round", "uptime"]);
});
