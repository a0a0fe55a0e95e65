import * as z from "zod/mini";
import type { CheckKind } from "../../shared/entities/check.ts";
import type { FeedItemRecord } from "../../shared/entities/feedItem.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { readFeed } from "../../shared/feed/readFeed.ts";
import { ConditionFailed, retryOnConflict } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { readUptime } from "../monitoring/bucketHours.ts";
import { reschedule } from "../monitoring/dueTimes.ts";
import { findCheck } from "../monitoring/findChecks.ts";
import { command, WrongInput } from "./command.ts";
import { requireOpenReseller } from "./reseller.ts";
import { requireWebsiteChecks, website } from "./website.ts";

/**
 * Makes the checks of a website due now, if its plan has them on; the schedule enqueues them within
 * a minute. `audit result` shows what they find.
 */
export const runAudit = command({ website }, async ({ website: named }) => {
  const { website, enabled, subscription } = await requireWebsiteChecks(named);
  const { uuid: website_uuid, reseller_uuid } = website;
  await requireOpenReseller(reseller_uuid);
  if (subscription.suspended) {
    throw new WrongInput(
      `The user that website ${website_uuid} belongs to is suspended: none of its websites is checked.`,
    );
  }
  const requested_at = timestamp();
  await Promise.all(enabled.map((kind) => makeDue(website, kind, requested_at)));
  return { website_uuid, hostname: website.hostname, requested_at, checks: enabled };
});

async function makeDue(website: WebsiteRecord, kind: CheckKind, due_at: string) {
  await retryOnConflict(async () => {
    const check = await findCheck(website, kind);
    // `requested_at` lifts the rule that a site is audited once an hour.
    if (check === undefined) return;
    const changes =
      check.kind === "audit" ? { requested_at: due_at } : { memory: await readUptime(check) };
    if (await reschedule(check, due_at, changes)) return;
    throw new ConditionFailed("The check was done meanwhile");
  });
}

const MESSAGE = 'requested_at must be the timestamp that "audit run" has answered.';

/** More than one run of the checks ever writes. */
const MOST_ITEMS = 100;

const requested_at = z.string(MESSAGE).check(z.refine(isTimestamp, MESSAGE));

/**
 * The result of an `audit run`: the checks still pending, the outcomes of the others, and the feed
 * items written since, newest first. The run is over when no check is pending.
 */
export const readAuditResult = command(
  { website, requested_at },
  async ({ website: named, requested_at }) => {
    const { website, checks, enabled } = await requireWebsiteChecks(named);
    const done = checks.filter(({ results: [last] }) => last && last.at > requested_at);
    const pending = enabled.filter((kind) => !done.some((check) => check.kind === kind));
    const items = await findFeedItems(website, requested_at);
    const outcomes = done.flatMap(({ kind, results: [last] }) =>
      last ? { check: kind, outcome: last.outcome, at: last.at } : [],
    );
    return { pending, outcomes, feed_items: items.map(presentItem) };
  },
);

function isTimestamp(given: string): boolean {
  const date = new Date(given);
  return !Number.isNaN(date.getTime()) && timestamp(date) === given;
}

/** A website's feed items of later seconds than this one. */
async function findFeedItems(website: WebsiteRecord, since: string): Promise<FeedItemRecord[]> {
  const { reseller_uuid, business_uuid, uuid: website_uuid } = website;
  const feed = { reseller_uuid, website_uuid, business_uuid };
  const found: FeedItemRecord[] = [];
  for await (const item of readFeed(feed, { offset: 0, limit: MOST_ITEMS, consistent: true })) {
    if (item.created_at <= since) break;
    found.push(item);
  }
  return found;
}

function presentItem({ uuid, category, type, status, data, created_at }: FeedItemRecord) {
  return { uuid, category, type, status, data, created_at };
}
