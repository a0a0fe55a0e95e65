import { randomInt } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { enqueueRounds } from "../../../functions/schedule/enqueueRounds.ts";
import { scheduleHandler } from "../../../functions/schedule/index.ts";
import { minutesOfRoster, takeSeats } from "../../../shared/checks/rosters.ts";
import { interceptMessages, interceptRequests } from "../../support/interceptRequests.ts";
import { onlyIntervals } from "../../support/intervals.ts";

interface Round {
  roster: number;
  slot: number;
  comesAt: number;
}

/** An interval that no other test has, with so many rosters. */
async function makeInterval(rosters: number) {
  const minutes = randomInt(2000, 1_000_000);
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

test("a tick without time says how many rounds it left", async () => {
  const minutes = await makeInterval(20_000);
  const { tick, messages } = watch(minutes);
  let asked = 0;
  const told = await tick(NOON, () => ++asked <= 2);
  expect(told.count + told.left).toBe(20_000);
  expect(told.count).toBe(messages.reduce((sum, count) => sum + count));
  expect(told.left).toBeGreaterThan(10_000);
  expect(Math.max(...messages)).toBe(4);
});

test("a kind, or a queue, that fails stops no other, and the tick fails at last", async () => {
  const sent = new Set<string>();
  const end = interceptMessages((_, { QueueUrl }) => void sent.add(String(QueueUrl)));
  // Lanes, and their cursors, that no other test has.
  const own = `own-${randomInt(1_000_000)}`;
  const fails = interceptRequests((_, { Key, Item, ExpressionAttributeValues }) => {
    for (const [item, name] of [
      [Key, "pk"],
      [Item, "pk"],
      [ExpressionAttributeValues, ":pk"],
    ] as [Record<string, unknown> | undefined, string][]) {
      const key = String(item?.[name]);
      if (/^schedule#(round|audit|uptime)/.test(key)) throw new Error("away");
      if (item && /^(schedule|due)#lane#/.test(key)) item[name] = `${key}${own}`;
    }
  });
  onTestFinished(() => {
    end();
    fails();
    vi.restoreAllMocks();
  });
  onlyIntervals(await makeInterval(1));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const clock = { now: () => Date.parse("2001-02-01T00:00:00Z"), sleep: async () => {} };
  await expect(scheduleHandler(clock)()).rejects.toThrow("Not all that is due");
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  const failed = lines.filter(({ level }) => level === "error").map(({ kind }) => kind);
  expect(new Set(failed)).toEqual(new Set(["round", "audit", "uptime"]));
  const told = lines.filter(({ message }) => message === "schedule").map(({ kind }) => kind);
  expect(told.toSorted()).toEqual(["audit", "lane", "round", "uptime"]);
});
