import { randomInt } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { enqueueRounds } from "../../../../functions/workers/schedule/enqueueRounds.ts";
import { scheduleHandler } from "../../../../functions/workers/schedule/tick.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { type Bucket, findIntervals } from "../../../../shared/uptime/buckets.ts";
import { putInterval, uuidIn } from "../../../support/buckets.ts";
import { interceptMessages, interceptRequests } from "../../../support/interceptRequests.ts";
import { storeMonitor } from "../../../support/monitoring.ts";
import { onlyIntervals } from "../../../support/onlyOwn.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { thoroughly } from "../../../support/runs.ts";

interface Round extends Bucket {
  slot: number;
  comesAt: number;
}

/** An interval that no other test has, with buckets of this depth. */
async function makeInterval(depth: number, minutes = randomInt(2000, 1_000_000)) {
  await putInterval(minutes, Array<number>(depth + 1).fill(0));
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
      const { rounds: enqueued = [] }: { rounds?: Round[] } = JSON.parse(MessageBody);
      const own = enqueued.filter(({ minutes }) => intervals.includes(minutes));
      if (own.length > 0) messages.push(own.length);
      rounds.push(...own.map((round) => ({ ...round, comesAt: now + DelaySeconds })));
    }
  });
  onTestFinished(end);
  return {
    messages,
    rounds,
    async tick(seconds: number) {
      rounds.length = 0;
      messages.length = 0;
      now = seconds;
      const parts = await enqueueRounds(new Date(seconds * 1000));
      const done = parts.flatMap((part) => (part.status === "fulfilled" ? part.value : []));
      const errors = parts.flatMap((part) => (part.status === "rejected" ? [part.reason] : []));
      const count = done.reduce((sum, part) => sum + part, 0);
      return { count, errors, rounds: [...rounds] };
    },
  };
}

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;

test("a tick that runs again enqueues nothing twice", async () => {
  const minutes = await makeInterval(6);
  const { tick } = watch(minutes);
  expect((await tick(NOON)).count).toBe(64);
  expect((await tick(NOON)).count).toBe(0);
  const year = 366 * 24 * 3600;
  expect((await tick(NOON + 3 * year)).count).toBe(64);
});

test("rounds whose messages were not sent come with the next tick", async () => {
  const minutes = await makeInterval(6);
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
  expect((await tick(NOON + 1)).count).toBe(64);
});

test("an interval that fails stops no other", async () => {
  const [poisoned, other] = [await makeInterval(1), await makeInterval(2)];
  const { tick, rounds } = watch(poisoned, other);
  onTestFinished(
    interceptRequests((_, input) => {
      if (JSON.stringify(input).includes(`"roster#${poisoned}#`)) throw new Error("away");
    }),
  );
  const { count, errors } = await tick(NOON);
  expect(errors).toHaveLength(1);
  expect(count).toBe(4);
  expect(new Set(rounds.map(({ minutes }) => minutes))).toEqual(new Set([other]));
});

test("rounds that are due within two seconds share a message, delayed until the last one", async () => {
  ownSchedule();
  const minutes = await makeInterval(5, 1);
  const { tick, messages } = watch(minutes);
  const { rounds } = await tick(NOON);
  expect(messages).toEqual(Array(16).fill(2));
  expect(rounds.map(({ number, slot, comesAt }) => [number, slot - NOON, comesAt - NOON])).toEqual(
    Array.from({ length: 32 }, (_, number) => [
      number,
      Math.floor(((number + 1) * 60) / 32),
      expect.any(Number),
    ]),
  );
  const waits = rounds.map(({ slot, comesAt }) => comesAt - slot);
  expect([Math.min(...waits), Math.max(...waits)]).toEqual([0, 2]);
});

test("a round is enqueued a minute before it is due, and by no other tick", async () => {
  const minutes = await makeInterval(0);
  const { tick } = watch(minutes);
  const [round] = (await tick(NOON)).rounds;
  if (!round) throw new Error("It has no round");
  const slot = round.slot + minutes * 60;
  expect((await tick(slot - 61)).rounds).toEqual([]);
  expect((await tick(slot - 60.001)).rounds).toEqual([]);
  expect((await tick(slot - 60)).rounds).toEqual([
    { ...round, slot, after: round.slot, comesAt: slot },
  ]);
  expect((await tick(slot - 60)).rounds).toEqual([]);
});

/** Websites in a bucket: its websites are counted, not read. */
async function fill(bucket: Bucket, count: number) {
  const websites = Array.from({ length: count }, () =>
    storeMonitor(
      { reseller_uuid: newUuid(), business_uuid: newUuid(), uuid: uuidIn(bucket) },
      { target: { minutes: bucket.minutes } },
    ),
  );
  await Promise.all(websites);
}

const sinceOf = async (minutes: number) => {
  const data = (await findIntervals()).filter((each) => each.minutes === minutes);
  return data[0]?.since;
};

test("buckets are divided once they have more than 128 websites, as often as that takes", async () => {
  ownSchedule();
  const minutes = await makeInterval(0, 5);
  const { tick } = watch(minutes);
  await fill({ minutes, depth: 0, number: 0 }, 128);
  await tick(NOON);
  expect(await sinceOf(minutes)).toEqual([0]);
  await fill({ minutes, depth: 0, number: 0 }, 1);
  await tick(NOON + 60);
  expect(await sinceOf(minutes)).toEqual([0, NOON + 60]);
  await fill({ minutes, depth: 0, number: 0 }, 385);
  await tick(NOON + 120);
  expect(await sinceOf(minutes)).toEqual([0, NOON + 60, NOON + 120, NOON + 120]);
});

test("of two ticks that divide the same buckets one succeeds, and the other enqueues them undivided", async () => {
  ownSchedule();
  const minutes = await makeInterval(0, 5);
  const { tick } = watch(minutes);
  await fill({ minutes, depth: 0, number: 0 }, 129);
  const end = interceptRequests(async (command, { Key }) => {
    if (command !== "Update" || !JSON.stringify(Key).includes('"schedule#round')) return;
    end();
    await putInterval(minutes, [0, NOON]);
  });
  onTestFinished(end);
  expect((await tick(NOON)).rounds.map(({ depth }) => depth)).toEqual([0]);
  expect(await sinceOf(minutes)).toEqual([0, NOON]);
});

test.each(thoroughly([1, 5, 60], [5]))(
  "no website waits longer for a round when buckets of %d minutes are divided",
  async (minutes) => {
    ownSchedule();
    // As many as that, so that a tick counts websites by a single request.
    await makeInterval(6, minutes);
    const { tick } = watch(minutes);
    const interval = minutes * 60;
    const parts = 2 ** 9;
    // The last round of each part of the positions.
    const last = new Map<number, number>();
    const [start, divides] = [NOON - 2 * interval, NOON + Math.floor(interval / 3)];
    let isDivided = false;
    for (let now = start; now <= NOON + 2 * interval; now += 60) {
      if (now >= divides && !isDivided) {
        await putInterval(minutes, [...Array(7).fill(0), now, now, now]);
        isDivided = true;
      }
      for (const { depth, number, slot } of (await tick(now)).rounds) {
        const each = parts / 2 ** depth;
        for (let part = number * each; part < (number + 1) * each; part += 1) {
          const before = last.get(part);
          if (before !== undefined) {
            expect(slot - before).toBeGreaterThan(0);
            expect(slot - before).toBeLessThanOrEqual(interval);
          }
          last.set(part, slot);
        }
      }
    }
    expect(last.size).toBe(parts);
  },
);

test("a cursor that is ahead, as of a clock that was wrong, holds up no later round", async () => {
  const minutes = await makeInterval(6, 5);
  const { tick } = watch(minutes);
  await tick(NOON + 86_400);
  expect((await tick(NOON)).count).toBe(0);
  expect((await tick(NOON + 300)).count).toBe(64);
});

test("a kind, or a queue, that fails stops no other, and the tick fails at the end", async () => {
  const sent = new Set<string>();
  const end = interceptMessages((_, { QueueUrl }) => void sent.add(String(QueueUrl)));
  ownSchedule();
  const fails = interceptRequests((_, { Key, ExpressionAttributeValues }) => {
    const text = JSON.stringify([Key, ExpressionAttributeValues]);
    if (/"schedule#(audit|webhook|round)/.test(text)) throw new Error("away");
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
  expect(new Set(failed)).toEqual(new Set(["round", "audit", "webhook"]));
  const kinds = lines.filter(({ message }) => message === "schedule").map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual([
    "alert",
    "audit",
    "maintenance",
    "night",
    "report",
    "round",
    "webhook",
  ]);
});
