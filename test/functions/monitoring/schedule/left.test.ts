import { expect, onTestFinished, test, vi } from "vitest";
import { SHARDS } from "../../../../functions/monitoring/dueTimes.ts";
import { shardsOf } from "../../../../functions/monitoring/schedule/enqueueDue.ts";
import { scheduleHandler } from "../../../../functions/monitoring/schedule/tick.ts";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { Check, type CheckKind } from "../../../../shared/entities/check.ts";
import { dueKinds } from "../../../../shared/entities/scheduleCursor.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

async function addCheck(kind: CheckKind, shard: number, dueSeconds: number) {
  const site = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const due_at = timestamp(new Date(NOON + dueSeconds * 1000));
  const known = { hostname: "example.com", results: [], memory: {} };
  await Check.put({ ...site, ...known, kind, shard, due_at }).go();
}

/** A tick at noon with so much time left; returns what it logged, by kind, and the error that it ended with. */
async function tick(remaining: number) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const clock = { now: () => NOON, sleep: async () => {} };
  const context = { getRemainingTimeInMillis: () => remaining };
  const error = await scheduleHandler(clock)(undefined, context).catch((error) => error);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  const told = lines.map(({ time: _, ...line }) => line);
  return { told: told.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)), error };
}

const line = { level: "info", message: "schedule" };
const warning = { level: "warn", message: "schedule", enqueued: 0 };

/** Of a minute's interval, and four checks that are due: one of them belongs to the next tick. */
async function addDue() {
  ownSchedule();
  await BucketDepth.put({ minutes: 1, since: [0, 0, 0, 0, 0] }).go();
  for (const seconds of [-3600, -60, -5, -4]) await addCheck("uptime", 0, seconds);
  await addCheck("uptime", SHARDS - 1, -60);
  await addCheck("audit", 7, -60);
}

test("a tick without time for everything logs what it left, and the next one enqueues that", async () => {
  await addDue();
  const counts: unknown[] = [];
  let cursors = 0;
  const end = interceptRequests((command, input) => {
    const { pk } = (input["Key"] ?? {}) as { pk?: string };
    if (command === "Get" && pk?.startsWith("schedule#")) cursors += 1;
    if (command !== "Query" || !JSON.stringify(input).includes('"due#')) return;
    counts.push(input["Select"]);
    Object.assign(input, { Limit: 1 });
  });
  onTestFinished(end);
  expect(await tick(15_000)).toEqual({
    told: [
      { ...warning, kind: "audit", left: 1 },
      { ...line, kind: "erasure", enqueued: 0 },
      { ...line, kind: "lane", enqueued: 0 },
      { ...line, kind: "mail", enqueued: 0 },
      { ...line, kind: "offboarding", enqueued: 0 },
      { ...line, kind: "report", enqueued: 0 },
      { ...warning, kind: "round", left: 16 },
      { ...warning, kind: "uptime", left: 4 },
    ],
    error: undefined,
  });
  // What is left is counted, and not read.
  expect(new Set(counts)).toEqual(new Set(["COUNT"]));
  cursors = 0;
  expect(await tick(15_001)).toEqual({
    told: [
      { ...line, kind: "audit", enqueued: 1 },
      { ...line, kind: "erasure", enqueued: 0 },
      { ...line, kind: "lane", enqueued: 0 },
      { ...line, kind: "mail", enqueued: 0 },
      { ...line, kind: "offboarding", enqueued: 0 },
      { ...line, kind: "report", enqueued: 0 },
      { ...line, kind: "round", enqueued: 16 },
      { ...line, kind: "uptime", enqueued: 4 },
    ],
    error: undefined,
  });
  // Where nothing is left, nothing is counted.
  expect(cursors).toBe(dueKinds.flatMap(shardsOf).length + 1);
});

test("a shard that can't be counted is logged, and the others are counted", async () => {
  await addDue();
  const end = interceptRequests((command, input) => {
    if (command === "Query" && JSON.stringify(input).includes('"due#uptime#0#'))
      throw new Error("away");
  });
  onTestFinished(end);
  const { told, error } = await tick(0);
  expect(told).toEqual([
    { ...warning, kind: "audit", left: 1 },
    { ...line, kind: "erasure", enqueued: 0 },
    { ...line, kind: "lane", enqueued: 0 },
    { ...line, kind: "mail", enqueued: 0 },
    { ...line, kind: "offboarding", enqueued: 0 },
    { ...line, kind: "report", enqueued: 0 },
    { ...warning, kind: "round", left: 16 },
    { ...warning, kind: "uptime", left: 1 },
    expect.objectContaining({
      level: "error",
      message: "what is due could not be enqueued",
      kind: "uptime",
      error_message: "away",
    }),
  ]);
  expect(error).toMatchObject({
    message: "Not all that is due was enqueued",
    errors: [expect.objectContaining({ message: "away" })],
  });
});
