import { enqueueDue, shardsOf } from "../../../../functions/workers/schedule/enqueueDue.ts";
import { dueKinds } from "../../../../shared/entities/scheduleCursor.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { type Cost, costOf } from "../../../support/cost.ts";
import { makeFleet } from "../uptime/fleet.ts";

const WEBSITES = 320;

/** The units of a tick with nothing due, and of each check that is due. */
export async function measureSchedule(): Promise<{
  tick: Cost;
  check: Pick<Cost, "readUnits" | "writeUnits">;
}> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await tickAt(at(10));
  const tick = await costOf(() => tickAt(at(11)));
  const urls = Array.from({ length: WEBSITES }, () => "http://127.0.0.1");
  await makeFleet({ urls, due_at: timestamp(at(11.5)) });
  const busy = await costOf(() => tickAt(at(12)));
  const each = (kind: "readUnits" | "writeUnits") => (busy[kind] - tick[kind]) / WEBSITES;
  return { tick, check: { readUnits: each("readUnits"), writeUnits: each("writeUnits") } };
}

async function tickAt(now: Date) {
  for (const kind of dueKinds) {
    await Promise.all(shardsOf(kind).map((shard) => enqueueDue({ kind, shard, now })));
  }
}
