import { Check, type CheckRecord, type CheckResult } from "../../shared/entities/check.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { isInBucket } from "./buckets.ts";
import { shardOf } from "./schedule.ts";

type Changes = Partial<
  Pick<
    CheckRecord,
    | "results"
    | "memory"
    | "requested_at"
    | "waiting_since"
    | "shard"
    | "target"
    | "tallies"
    | "folded"
  >
>;

/** Attributes that end with the check, unless the changes have them too. */
const FOR_NOW = ["claimed_until", "claimed_by", "requested_at", "waiting_since"] as const;

/**
 * Writes what a check found and when it is due next. A website that is in a bucket leaves it, unless
 * the changes have another shard. Returns false, and writes nothing, if another worker did the check
 * in the meantime, or if the website was deleted or got another host name.
 */
export async function reschedule(check: CheckRecord, due_at: string, changes: Changes = {}) {
  const { reseller_uuid, uuid, kind } = check;
  const written = await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .set({ shard: ownShard(check), ...changes, due_at })
      .remove(FOR_NOW.filter((name) => !(name in changes)))
      .where(
        ({ due_at, hostname }, { eq }) =>
          `${eq(due_at, check.due_at)} AND ${eq(hostname, check.hostname)}`,
      )
      .go(),
  );
  return written !== undefined;
}

/** The shard in which a check has a schedule of its own. */
export function ownShard(check: CheckRecord): number {
  return check.kind === "uptime" && isInBucket(check) ? shardOf(check.uuid) : check.shard;
}

const KEPT_RESULTS = 5;

/** The results of a check with this one, newest first; the oldest ones go. */
export function addResult({ results }: CheckRecord, result: CheckResult): CheckResult[] {
  return [result, ...results].slice(0, KEPT_RESULTS);
}
