import { expect, onTestFinished, test, vi } from "vitest";
import { SHARDS } from "../../../../functions/monitoring/dueTimes.ts";
import { shardsOf } from "../../../../functions/monitoring/schedule/enqueueDue.ts";
import { scheduleHandler } from "../../../../functions/monitoring/schedule/tick.ts";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { Check, type CheckKind } from "../../../../shared/entities/check.ts";
import { type DueKind, dueKinds } from "../../../../shared/entities/scheduleCursor.ts";
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

test("a tick without time logs what it left, and the next one enqueues that", async () => {
  await addDue();
  const queries: unknown[] = [];
  const end = interceptRequests((command, input) => {
    if (command === "Query" && JSON.stringify(input).includes('"due#')) queries.push(input);
  });
  onTestFinished(end);
  const kinds = [...dueKinds, "round" as const].toSorted();
  const left = (kind: DueKind | "round") => (kind === "round" ? 16 : shardsOf(kind).length);
  expect(await tick(15_000)).toEqual({
    told: kinds.map((kind) => ({ ...warning, kind, left: left(kind) })),
    error: undefined,
  });
  // Of the interval's buckets only: no shard is read.
  expect(JSON.stringify(queries)).not.toMatch(/"due#(?!uptime#100\d#)/);
  const due: { [kind: string]: number } = { audit: 1, round: 16, uptime: 4 };
  expect(await tick(15_001)).toEqual({
    told: kinds.map((kind) => ({ ...line, kind, enqueued: due[kind] ?? 0 })),
    error: undefined,
  });
});
