import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";

/** How long a claim outlasts the deadline of its audit. After that the worker is taken for dead. */
export const CLAIM_MARGIN_MS = 120_000;

/**
 * Claims an audit that is due, so that a message received twice leads to one crawl. Returns false if
 * another worker has claimed or done the audit. The claim of a worker that died expires.
 */
export async function claim(
  check: CheckRecord<"audit">,
  { now, deadline }: { now: number; deadline: number },
): Promise<boolean> {
  const { reseller_uuid, uuid, kind } = check;
  const holder = newUuid();
  const claimed = await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .set({
        claimed_until: timestamp(new Date(deadline + CLAIM_MARGIN_MS)),
        claimed_by: holder,
      })
      .where(({ due_at, claimed_until, claimed_by }, { eq, lt, notExists }) => {
        const isOver = lt(claimed_until, timestamp(new Date(now)));
        // The SDK sends the write again if only its answer was lost.
        const isFree = [notExists(claimed_until), isOver, eq(claimed_by, holder)].join(" OR ");
        return `${eq(due_at, check.due_at)} AND (${isFree})`;
      })
      .go(),
  );
  return claimed !== undefined;
}

/** Notes when a website was read, even if its host name has changed since. */
export async function noteCrawl(
  { reseller_uuid, uuid, kind }: CheckRecord<"audit">,
  crawled_at: string,
): Promise<void> {
  await writeIfTrue(() => Check.patch({ reseller_uuid, uuid, kind }).set({ crawled_at }).go());
}

/** Gives up a claim, so that the next try need not wait until it expires. */
export async function release(check: CheckRecord<"audit">): Promise<void> {
  const { reseller_uuid, uuid, kind } = check;
  await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .remove(["claimed_until", "claimed_by"])
      .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
      .go(),
  );
}

/** Whether a worker is doing the audit. Its results would be lost if the audit became due at another time. */
export function isClaimed({ claimed_until }: CheckRecord<"audit">, now: number): boolean {
  return claimed_until !== undefined && Date.parse(claimed_until) >= now;
}
