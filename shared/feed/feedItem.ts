import * as z from "zod/mini";
import { FeedCounter, type FeedItemRecord } from "../entities/feedItem.ts";
import { described } from "../fields/described.ts";
import { probeOutcomes } from "../reasons.ts";
import { takeSequences } from "../table/transact.ts";
import { historyEnds, timestamp } from "../time.ts";
import { newUuid } from "../uuid.ts";

/** How good or bad the news of a feed item is. */
export const feedStatuses = ["info", "success", "warning", "error"] as const;
export type FeedStatus = (typeof feedStatuses)[number];

/** What a feed item is about: `category` in section 2.8 of the specification. */
export type FeedCategory = "website" | "listings";

/** A feed item to write, with a type and status of section 2.8 of the specification or one of ours. */
export interface NewFeedItem {
  type: string;
  /** Default: `website`. */
  category?: FeedCategory;
  status: FeedStatus;
  data: Record<string, unknown>;
}

/**
 * The record of a feed item at a place in the website's feed (`takeFeedSequences`). DynamoDB's time to live
 * removes it after 400 days.
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

/**
 * Takes places in a website's feed and returns the first. A place that stays unused leaves its page one
 * item short.
 */
export async function takeFeedSequences(
  website: { reseller_uuid: string; website_uuid: string },
  count: number,
): Promise<number> {
  const counter = { entity: FeedCounter, key: website, creates: true } as const;
  const taken = await takeSequences(counter, ["next_sequence"], count);
  return taken?.first.next_sequence ?? 0;
}

/** The `data` of a feed item of type `downtime`: the website went down, or came back. */
export const downtimeData = z.strictObject({
  outcome: described(
    z.enum(probeOutcomes),
    "What the check came to: `up`, `up_refused` if it is up but refuses our address, or why the site is down; of a site that was down, `ipv6_only` or `other_port` if it can't be reached from here any more, `paused` if it is not probed any more.",
    "http_5xx",
  ),
  technical: z.optional(
    described(z.string(), "What a program calls it, or the status, for technicians.", "503"),
  ),
  down_since: described(
    z.string(),
    "Since when the site is, or was, down.",
    "2026-11-22T14:05:00+00:00",
  ),
  up_since: z.optional(
    described(
      z.string(),
      "When it came back; absent: it is down, or nobody knows.",
      "2026-11-22T14:10:00+00:00",
    ),
  ),
  duration_seconds: z.optional(
    described(
      z.int().check(z.nonnegative()),
      "How long it was seen to be down, without what nobody looked at; absent: it is down.",
      300,
    ),
  ),
  unobserved_seconds: z.optional(
    described(
      z.int().check(z.positive()),
      "For how long of that time nobody looked; absent: somebody always did.",
      60,
    ),
  ),
  seen_from: z.optional(
    described(
      z.array(z.string()),
      "The AWS regions from which it could not be reached when it went down; absent: it is looked at from one region only, or this says that it came back.",
      ["eu-west-1", "us-east-1"],
    ),
  ),
});

/** The `data` of a feed item of type `unstable`: probes of the website fail now and then, or no longer. */
export const unstableData = z.strictObject({
  is_stable: described(z.boolean(), "Whether the site is stable again.", false),
  unstable_since: described(
    z.string(),
    "When the site became unstable.",
    "2026-11-22T14:05:00+00:00",
  ),
  stable_since: z.optional(
    described(
      z.string(),
      "When it was stable again; absent: it is not.",
      "2026-11-22T17:35:00+00:00",
    ),
  ),
  failures_count: described(
    z.int().check(z.nonnegative()),
    "The failed probes of the last hour that no downtime followed.",
    3,
  ),
});
