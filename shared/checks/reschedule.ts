import { Check, type CheckRecord, type CheckResult } from "../entities/check.ts";
import { writeIfTrue } from "../table/transact.ts";
import { isSeated } from "./rosters.ts";
import { shardOf } from "./schedule.ts";

type Changes = Partial<
  Pick<
    CheckRecord,
    | "results"
    | "memory"
    | "requested_at"
    | "waiting_since"
    | "shard"
    | "seat"
    | "tallies"
    | "folded"
  >
>;

/** What a check has for the time until it is done, unless the changes have it too. */
const FOR_NOW = ["claimed_until", "claimed_by", "requested_at", "waiting_since"] as const;

/**
 * Writes what a check found and when it is due next; a website that was in a roster leaves it, unless
 * the changes say otherwise. Returns false, and writes nothing, when it was done by somebody else in
 * the meantime, or has gone with its website, which may have got another host name too.
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

/** The shard in which a check is due by itself. */
export function ownShard(check: CheckRecord): number {
  return check.kind === "uptime" && isSeated(check) ? shardOf(check.uuid) : check.shard;
}

const KEPT_RESULTS = 5;

/** The results of a check with this one, newest first; the oldest ones go. */
export function addResult({ results }: CheckRecord, result: CheckResult): CheckResult[] {
  return [result, ...results].slice(0, KEPT_RESULTS);
}
