import * as z from "zod/mini";
import { FeedItem, type FeedItemRecord } from "../../shared/entities/feedItem.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { requireWebsiteChecks, website } from "./website.ts";

const MESSAGE = 'requested_at must be the timestamp that "audit run" has answered.';

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
    const items = await findFeedItems(website, new Date(requested_at));
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
async function findFeedItems(website: WebsiteRecord, since: Date): Promise<FeedItemRecord[]> {
  const { reseller_uuid, business_uuid, uuid: website_uuid } = website;
  const { data } = await FeedItem.query
    .ofWebsite({ reseller_uuid, website_uuid, business_uuid })
    .gte({ uuid: firstUuidAt(since.getTime() + 1000) })
    .go({ order: "desc", consistent: true, pages: "all" });
  return data;
}

/** UUIDs of version 7 begin with the milliseconds since 1970 (RFC 9562): this is the lowest one. */
function firstUuidAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

function presentItem({ uuid, category, type, status, data, created_at }: FeedItemRecord) {
  return { uuid, category, type, status, data, created_at };
}
