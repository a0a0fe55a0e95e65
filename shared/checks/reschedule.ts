import { Check, type CheckKind, type CheckRecord, type CheckResult } from "../entities/check.ts";
import { writeIfTrue } from "../table/transact.ts";

type Changes<Kind extends CheckKind> = Partial<
  Pick<CheckRecord<Kind>, "results" | "memory" | "requested_at">
>;

/**
 * Writes what a check found and when it is due next. Returns false, and writes nothing, when it was
 * done by somebody else in the meantime, or has gone with its website, which may have got another
 * host name too.
 */
export async function reschedule<Kind extends CheckKind>(
  check: CheckRecord<Kind>,
  due_at: string,
  changes: Partial<Changes<Kind>> = {},
) {
  const { reseller_uuid, uuid, kind, shard } = check;
  const written = await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .set({ ...changes, due_at, shard })
      .remove(changes.requested_at ? ["claimed_until"] : ["claimed_until", "requested_at"])
      .where(
        ({ due_at, hostname }, { eq }) =>
          `${eq(due_at, check.due_at)} AND ${eq(hostname, check.hostname)}`,
      )
      .go(),
  );
  return written !== undefined;
}

const KEPT_RESULTS = 5;

/** The results of a check with this one, newest first; the oldest ones go. */
export function addResult({ results }: CheckRecord, result: CheckResult): CheckResult[] {
  return [result, ...results].slice(0, KEPT_RESULTS);
}
