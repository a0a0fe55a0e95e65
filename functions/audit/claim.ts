import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { requireEnv } from "../../shared/env.ts";
import { hostOf } from "../../shared/fields/siteUrl.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { reschedule } from "../monitoring/dueTimes.ts";

/** How long a claim outlasts the deadline of its audit. After that the worker is taken for dead. */
export const CLAIM_MARGIN_MS = 120_000;

/**
 * Claims an audit that is due, so that a message received twice leads to one crawl. Returns false if
 * another worker has claimed or done the audit. The claim of a worker that died expires.
 */
export async function claim(
  check: CheckRecord,
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
  { reseller_uuid, uuid, kind }: CheckRecord,
  crawled_at: string,
): Promise<void> {
  await writeIfTrue(() => Check.patch({ reseller_uuid, uuid, kind }).set({ crawled_at }).go());
}

/** Gives up a claim, so that the next try need not wait until it expires. */
export async function release(check: CheckRecord): Promise<void> {
  const { reseller_uuid, uuid, kind } = check;
  await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .remove(["claimed_until", "claimed_by"])
      .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
      .go(),
  );
}

/** Whether a worker is doing the audit. Its results would be lost if the audit became due at another time. */
export function isClaimed({ claimed_until }: CheckRecord, now: number): boolean {
  return claimed_until !== undefined && Date.parse(claimed_until) >= now;
}

/** Pause while a website's own host is busy, once to twice this; short enough to keep its turn. */
const OWN_MS = 20_000;
/** Pause while a host that it leads to is busy, once to twice this. */
const BUSY_MS = 60_000;

/** When to try again. The website's uuid spreads these times. */
export function retryAt({ uuid }: CheckRecord, now: number, pauseMs = BUSY_MS): number {
  return now + pauseMs + (Number.parseInt(uuid.slice(-8), 16) % pauseMs);
}

/** Makes an audit due at a later time, and returns that time; undefined if it is no longer due. */
export async function postpone(
  check: CheckRecord,
  until: number,
  waiting_for?: string,
): Promise<string | undefined> {
  const { requested_at, waiting_since = check.due_at } = check;
  const due_at = timestamp(new Date(until));
  const changes = {
    waiting_since,
    ...(waiting_for !== undefined && { waiting_for }),
    ...(requested_at && { requested_at }),
  };
  return (await reschedule(check, due_at, changes)) ? due_at : undefined;
}

/**
 * Postpones an audit while other readers come first at the host of a URL. If it is the website's own host,
 * a delayed message brings the audit again: the schedule, which enqueues it as well, is up to a minute late.
 */
export async function waitForHost(
  check: CheckRecord,
  url: string,
  { now, queue }: { now: number; queue: string },
) {
  const host = hostOf(url);
  const isOwn = host === hostOf(check.hostname);
  const until = retryAt(check, now, isOwn ? OWN_MS : BUSY_MS);
  const due_at = await postpone(check, until, host);
  if (due_at === undefined || !isOwn) return;
  const { reseller_uuid: group, uuid } = check;
  const message = { checks: [{ reseller_uuid: group, uuid, due_at }] };
  const delaySeconds = Math.ceil((until - now) / 1000);
  await sendEach(requireEnv(queue), [{ message, group, delaySeconds }]);
}
