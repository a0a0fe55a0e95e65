import type { CheckRecord } from "../../shared/entities/check.ts";
import { requireEnv } from "../../shared/env.ts";
import { hostOf } from "../../shared/fields/siteUrl.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { timestamp } from "../../shared/time.ts";
import { reschedule } from "../monitoring/dueTimes.ts";

/** Pause while a website's own host is busy, once to twice this; short enough to keep its turn. */
const OWN_MS = 20_000;
/** Pause while a host that it leads to is busy, once to twice this. */
const BUSY_MS = 60_000;

/** When to try again. The website's uuid spreads these times. */
export function retryAt({ uuid }: CheckRecord<"audit">, now: number, pauseMs = BUSY_MS): number {
  return now + pauseMs + (Number.parseInt(uuid.slice(-8), 16) % pauseMs);
}

/** Makes an audit due at a later time, and returns that time; undefined if it is no longer due. */
export async function postpone(
  check: CheckRecord<"audit">,
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
  check: CheckRecord<"audit">,
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
