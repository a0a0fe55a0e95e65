import { randomInt } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { enqueueDue } from "../../../../functions/workers/schedule/enqueueDue.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { interceptMessages, interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";

/** An hour after a sweep, and before one. */
const ONE = Date.parse("2026-11-20T13:00:00Z");
const kind = "audit";

/** A shard that no other test and no real website has, and a clock in seconds after one. */
function makeShard() {
  const shard = randomInt(1000, 1_000_000_000);
  const reseller_uuid = newUuid();
  return {
    tick: (seconds: number) => enqueueDue({ kind, shard, now: at(seconds) }),
    async add(dueSeconds: number): Promise<string> {
      const uuid = newUuid();
      const site = { reseller_uuid, uuid, business_uuid: newUuid(), hostname: "example.com" };
      const due_at = timestamp(at(dueSeconds));
      await Check.put({ ...site, kind, shard, due_at, results: [], memory: {} }).go();
      return uuid;
    },
    async done(uuid: string, nextSeconds: number) {
      const due_at = timestamp(at(nextSeconds));
      await Check.patch({ reseller_uuid, uuid, kind }).set({ due_at, shard }).go();
    },
  };
}

function at(seconds: number): Date {
  return new Date(ONE + seconds * 1000);
}

const enqueuedTimes = (uuid: string) => messagesAbout("AUDIT_QUEUE_URL", uuid).length;

test("a check that is due is enqueued once, with what its worker needs", async () => {
  const shard = makeShard();
  const uuid = await shard.add(0);
  expect(await shard.tick(60)).toBe(1);
  expect(messagesAbout("AUDIT_QUEUE_URL", uuid)).toEqual([
    { checks: [{ reseller_uuid: expect.any(String), uuid, due_at: "2026-11-20T13:00:00+00:00" }] },
  ]);
});

test("a tick whose messages were not sent, or that was killed then, leaves all to the next one", async () => {
  const shard = makeShard();
  const uuid = await shard.add(0);
  const end = interceptMessages(() => {
    throw new Error("SQS is away");
  });
  onTestFinished(end);
  await expect(shard.tick(60)).rejects.toThrow("did not take");
  end();
  const killed = interceptRequests((command) => {
    if (command === "Put") throw new Error("killed");
  });
  onTestFinished(killed);
  await expect(shard.tick(60)).rejects.toThrow();
  killed();
  expect(await shard.tick(61)).toBe(1);
  expect(await shard.tick(120)).toBe(0);
  expect(enqueuedTimes(uuid)).toBe(2);
});

/** Reads pages of two, of which only the first ones are answered. */
function cutOffAfter(most: number) {
  let pages = 0;
  const end = interceptRequests((command, input) => {
    if (command !== "Query") return;
    Object.assign(input, { Limit: 2 });
    pages += 1;
    if (pages > most) throw new Error("killed");
  });
  onTestFinished(end);
  return end;
}

test("a tick that is cut off is continued by the next one", async () => {
  const shard = makeShard();
  const seconds = [0, 10, 20, 30, 40];
  const uuids = await Promise.all(seconds.map((second) => shard.add(second)));
  const end = cutOffAfter(2);
  await expect(shard.tick(60)).rejects.toThrow("killed");
  end();
  // What is due in the last second that was reached comes again: its next page may begin there.
  expect(await shard.tick(61)).toBe(2);
  expect(uuids.map(enqueuedTimes)).toEqual([1, 1, 1, 2, 1]);
});

test("a late tick enqueues all that fell due meanwhile", async () => {
  const shard = makeShard();
  await shard.tick(0);
  await Promise.all([60, 120, 3000, 7000].map((seconds) => shard.add(seconds)));
  expect(await shard.tick(7200)).toBe(4);
});

test("a check belongs to the tick that reaches its second, and to no other", async () => {
  const shard = makeShard();
  await shard.tick(0);
  const [last, next] = [await shard.add(55), await shard.add(56)];
  expect(await shard.tick(60.9)).toBe(1);
  expect([last, next].map(enqueuedTimes)).toEqual([1, 0]);
  expect(await shard.tick(120)).toBe(1);
  expect([last, next].map(enqueuedTimes)).toEqual([1, 1]);
});

test("a tick that another one overtakes leaves at most what was sent already to the next one", async () => {
  const shard = makeShard();
  const uuids = [await shard.add(30), await shard.add(90)];
  let other: Promise<number> | undefined;
  const end = interceptRequests(async (command) => {
    if (other || command !== "Put") return;
    other = shard.tick(120);
    await other;
  });
  onTestFinished(end);
  expect(await shard.tick(60)).toBe(1);
  expect(await other).toBe(2);
  expect(await shard.tick(121)).toBe(1);
  expect(await shard.tick(122)).toBe(0);
  expect(uuids.map(enqueuedTimes)).toEqual([2, 2]);
});

test("a cursor that is ahead, as of a clock that was wrong, holds up nothing that falls due", async () => {
  const shard = makeShard();
  await shard.add(0);
  expect(await shard.tick(7000)).toBe(1);
  await shard.add(90);
  // What was sent already is sent again, once.
  expect(await shard.tick(120)).toBe(2);
  expect(await shard.tick(121)).toBe(0);
});

test("all that is due is enqueued again every two hours, whenever in a minute ticks come, not in between", async () => {
  const shard = makeShard();
  const uuids = [await shard.add(0), await shard.add(10), await shard.add(20)];
  const counts: number[] = [];
  for (const seconds of [5, 60, 3604]) counts.push(await shard.tick(seconds));
  expect(counts).toEqual([1, 2, 0]);
  // The one before came in the last second of the period.
  const end = cutOffAfter(1);
  await expect(shard.tick(3723)).rejects.toThrow("killed");
  end();
  expect(await shard.tick(3725)).toBe(2);
  expect(uuids.map(enqueuedTimes)).toEqual([2, 3, 2]);
});
