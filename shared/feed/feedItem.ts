import * as z from "zod/mini";
import type { FeedItemRecord } from "../entities/feedItem.ts";
import { historyEnds, timestamp } from "../time.ts";
import { newUuid } from "../uuid.ts";

/** How good what a feed item says is. */
export const feedStatuses = ["info", "success", "warning", "error"] as const;
export type FeedStatus = (typeof feedStatuses)[number];

/** What a feed item is about: `category` in section 2.8 of the specification. */
export type FeedCategory = "website" | "listings";

/** What a check found: a type and status of section 2.8 of the specification, or one of ours. */
export interface NewFeedItem {
  type: string;
  /** Default: `website`. */
  category?: FeedCategory;
  status: FeedStatus;
  data: Record<string, unknown>;
}

/**
 * A feed item of a website, at a place in its feed (`takeFeedSequences`). It goes after 400 days, by
 * DynamoDB's time to live.
 */
export function newFeedItem(
  website: { reseller_uuid: string; business_uuid: string; uuid: string },
  { type, category = "website", status, data, sequence }: NewFeedItem & { sequence: number },
  now = new Date(),
): FeedItemRecord {
  return {
    reseller_uuid: website.reseller_uuid,
    business_uuid: website.business_uuid,
    website_uuid: website.uuid,
    sequence,
    uuid: newUuid(),
    category,
    type,
    status,
    data,
    created_at: timestamp(now),
    expires_epoch: historyEnds(now.getTime() / 1000),
  };
}

/** The `data` of a feed item of type `downtime`: the website went down, or came back. */
export const downtimeData = z.strictObject({
  /**
   * What the check came to: `dns`, `refused`, `timeout`, `tls`, `http 503` ..., or `up`; `unknown
   * (ipv6-only)` of a website that was down and can't be reached from here any more.
   */
  outcome: z.string(),
  down_since: z.string(),
  /** Where it came back. */
  up_since: z.optional(z.string()),
  /** How long of that it was seen to be down. */
  duration_seconds: z.optional(z.int().check(z.nonnegative())),
  /** How long of that nobody looked, where that was so. */
  unobserved_seconds: z.optional(z.int().check(z.positive())),
  /** Where it went down, the AWS regions from which that was seen, if more than one looks. */
  seen_from: z.optional(z.array(z.string())),
});
