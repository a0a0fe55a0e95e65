import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";

/** So long after its deadline an audit that has not ended is taken for dead. */
export const CLAIM_MARGIN_MS = 120_000;

/**
 * Takes an audit that is due, so that a second delivery of its message does not crawl the website
 * as well. False when somebody else is at it, or has done it. Whoever dies loses the claim in time.
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
        // An own one is there where only the answer about it was lost.
        const isFree = [notExists(claimed_until), isOver, eq(claimed_by, holder)].join(" OR ");
        return `${eq(due_at, check.due_at)} AND (${isFree})`;
      })
      .go(),
  );
  return claimed !== undefined;
}

/** Notes that a website was being read, also by the host name that it has by now. */
export async function noteCrawl(
  { reseller_uuid, uuid, kind }: CheckRecord<"audit">,
  crawled_at: string,
): Promise<void> {
  await writeIfTrue(() => Check.patch({ reseller_uuid, uuid, kind }).set({ crawled_at }).go());
}

/** Gives up a claim, so that whoever tries again need not wait until it ends by itself. */
export async function release(check: CheckRecord<"audit">): Promise<void> {
  const { reseller_uuid, uuid, kind } = check;
  await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .remove(["claimed_until", "claimed_by"])
      .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
      .go(),
  );
}

/** Whether somebody is at it, whose results would not count if it were due at another time. */
export function isClaimed({ claimed_until }: CheckRecord<"audit">, now: number): boolean {
  return claimed_until !== undefined && Date.parse(claimed_until) >= now;
}
