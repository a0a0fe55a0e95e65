import { SHARDS } from "../../shared/checks/schedule.ts";
import { checkKinds } from "../../shared/entities/check.ts";
import { log } from "../../shared/log.ts";
import { handOutDue } from "./handOutDue.ts";

/** Every minute: hands the checks that fell due to the queues of their workers. */
export async function handler(): Promise<void> {
  const now = new Date();
  for (const kind of checkKinds) {
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const counts = await Promise.all(shards.map((shard) => handOutDue({ kind, shard, now })));
    const handed_out = counts.reduce((sum, count) => sum + count, 0);
    log("info", "schedule", { kind, handed_out });
  }
}
