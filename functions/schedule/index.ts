import { SHARDS } from "../../shared/checks/schedule.ts";
import { checkKinds } from "../../shared/entities/check.ts";
import { log } from "../../shared/log.ts";
import { enqueueDue } from "./enqueueDue.ts";

/** Every minute: enqueues the checks that fell due for their workers. */
export async function handler(): Promise<void> {
  const now = new Date();
  for (const kind of checkKinds) {
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const counts = await Promise.all(shards.map((shard) => enqueueDue({ kind, shard, now })));
    const enqueued = counts.reduce((sum, count) => sum + count, 0);
    log("info", "schedule", { kind, enqueued });
  }
}
