import type { CheckRecord } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { nextDue, PUT_OFF_SHARD, SLOW_SHARD, shardOf } from "../monitoring/schedule.ts";

/**
 * A website that takes longer keeps a call of quick ones for more than what its place costs in a call
 * of slow ones (`test/bench/README.md`).
 */
export const SLOW_MS = 70_000;
const HOUR_MINUTES = 60;
const HOUR_MS = HOUR_MINUTES * 60_000;

/** Which shard a website's next audit is due in, by how long this one took, and whether it has read the website. */
export function shardAfter(
  { uuid, shard }: Pick<CheckRecord<"audit">, "uuid" | "shard">,
  { tookMs, hasRead }: { tookMs: number; hasRead: boolean },
): number {
  if (tookMs > SLOW_MS) return SLOW_SHARD;
  if (hasRead) return shardOf(uuid);
  // What others have found, or that it can't be read, says nothing of how long it takes.
  return shard === PUT_OFF_SHARD ? SLOW_SHARD : shard;
}

/** When an audit is due next; all slow ones on the hour, so that many of them share a call. */
export function nextAudit(
  { uuid, shard }: Pick<CheckRecord<"audit">, "uuid" | "shard">,
  { minutes, now }: { minutes: number; now: Date },
): string {
  const due = nextDue(uuid, minutes, now);
  if (shard !== SLOW_SHARD || minutes <= HOUR_MINUTES) return due;
  const hour = Math.floor(Date.parse(due) / HOUR_MS) * HOUR_MS;
  return timestamp(new Date(hour > now.getTime() ? hour : hour + minutes * 60_000));
}
