import * as z from "zod/mini";
import type { AuditMemory } from "../../shared/entities/check.ts";
import type { NewFeedItem } from "../../shared/feed/feedItem.ts";
import { timestamp } from "../../shared/time.ts";
import { detailText } from "./analyser.ts";

/** When a website that could not be read is tried again, minutes after each try. */
const RETRY_MINUTES = [2, 5, 15];
const LATER_RETRY_MINUTES = 60;
/** Of a website whose content took more processor time or memory than it may: it would again. */
export const TOO_EXPENSIVE = "too expensive";

/** The `data` of a feed item of type `website_unreadable`: audits can't read the website, or can again. */
export const websiteUnreadableData = z.strictObject({
  is_readable: z.boolean(),
  /** As operators see it: `robots.txt: 503`, `robots.txt forbids it`, `404`, `timeout`, `no HTML page`. */
  reason: detailText,
  unreadable_since: z.string(),
  readable_since: z.optional(z.string()),
});

const unreadableMemory = z.object({
  /** Why the first of the tries failed. */
  reason: z.string(),
  since: z.string(),
  tries: z.int(),
  /** When the last summary was written. */
  summary_at: z.string(),
});

/** What the audit's check remembers of a website that can't be read, under `unreadable`. */
export type UnreadableMemory = z.infer<typeof unreadableMemory>;

export function findUnreadable({ unreadable }: Partial<AuditMemory>): UnreadableMemory | undefined {
  return unreadableMemory.safeParse(unreadable).data;
}

/** The item to write when a website can't be read any more, or can again; nothing in between. */
export function tellReadability(
  before: UnreadableMemory | undefined,
  unreadable: string | undefined,
  now: Date,
): NewFeedItem[] {
  const type = "website_unreadable";
  if (unreadable !== undefined && !before) {
    const data: z.infer<typeof websiteUnreadableData> = {
      is_readable: false,
      reason: unreadable,
      unreadable_since: timestamp(now),
    };
    return [{ type, status: "warning", data }];
  }
  if (unreadable !== undefined || !before) return [];
  const data: z.infer<typeof websiteUnreadableData> = {
    is_readable: true,
    reason: before.reason,
    unreadable_since: before.since,
    readable_since: timestamp(now),
  };
  return [{ type, status: "success", data }];
}

/** When a website that could not be read this time is tried again; never later than others. */
export function retryMinutes(
  before: UnreadableMemory | undefined,
  unreadable: string,
  intervalMinutes: number,
): number {
  if (unreadable === TOO_EXPENSIVE) return intervalMinutes;
  return Math.min(RETRY_MINUTES[before?.tries ?? 0] ?? LATER_RETRY_MINUTES, intervalMinutes);
}
