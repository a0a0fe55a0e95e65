import * as z from "zod/mini";
import type { FeedItemRecord } from "../../shared/entities/feedItem.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { readFeed } from "../../shared/feed/readFeed.ts";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { requireWebsiteChecks, website } from "./website.ts";

const MESSAGE = 'requested_at must be the timestamp that "audit run" has answered.';

/** More than a check of a website ever writes. */
const MOST_ITEMS = 100;

const requested_at = z.string(MESSAGE).check(z.refine(isTimestamp, MESSAGE));

/**
 * What came of an `audit run`: the checks that were not done since, what the others came to, and the
 * feed items written since, newest first. The run is over when no check is pending.
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

/** The feed items that a website got in a later second than this. */
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
