import * as z from "zod/mini";
import type { AuditMemory } from "../../shared/entities/check.ts";
import type { NewFeedItem } from "../../shared/feed/feedItem.ts";
import { described } from "../../shared/fields/described.ts";
import { presentUnreadable, unreadableReasons } from "../../shared/reasons.ts";
import { timestamp } from "../../shared/time.ts";
import { technical } from "./finding.ts";

/** The minutes between the first tries of an unreadable website. */
const RETRY_MINUTES = [2, 5, 15];
const LATER_RETRY_MINUTES = 60;
/** The reason if reading took too much processor time or memory. It would again, so it is not retried early. */
export const TOO_EXPENSIVE = "too expensive";

/** The `data` of a feed item of type `website_unreadable`: audits can't read the website, or can again. */
export const websiteUnreadableData = z.strictObject({
  is_readable: described(z.boolean(), "Whether audits can read the website again.", false),
  reason: described(
    z.enum(unreadableReasons),
    "Why audits could not read the website.",
    "robots_txt_failed",
  ),
  technical,
  unreadable_since: described(
    z.string(),
    "Since when audits could not read the website.",
    "2026-11-22T14:05:00+00:00",
  ),
  readable_since: z.optional(
    described(
      z.string(),
      "When an audit could read it again; absent while none can.",
      "2026-11-22T14:25:00+00:00",
    ),
  ),
});

const unreadableMemory = z.object({
  /** Why the first try failed. */
  reason: z.string(),
  since: z.string(),
  tries: z.int(),
});

/** What the audit's check remembers of a website that can't be read, under `unreadable`. */
type UnreadableMemory = z.infer<typeof unreadableMemory>;

export function findUnreadable({ unreadable }: Partial<AuditMemory>): UnreadableMemory | undefined {
  return unreadableMemory.safeParse(unreadable).data;
}

interface Readability {
  before: UnreadableMemory | undefined;
  /** Why this audit could not read the website. */
  unreadable: string | undefined;
  /** Somebody has requested the audit and waits for what it says. */
  isRequested: boolean;
}

/** The item to write when a website becomes unreadable, or readable again, or if it was asked for. */
export function tellReadability(
  { before, unreadable, isRequested }: Readability,
  now: Date,
): NewFeedItem[] {
  const type = "website_unreadable";
  if (unreadable !== undefined) {
    if (before && !isRequested) return [];
    const data: z.infer<typeof websiteUnreadableData> = {
      is_readable: false,
      ...presentUnreadable(unreadable),
      unreadable_since: before?.since ?? timestamp(now),
    };
    return [{ type, status: "warning", data }];
  }
  if (!before) return [];
  const data: z.infer<typeof websiteUnreadableData> = {
    is_readable: true,
    ...presentUnreadable(before.reason),
    unreadable_since: before.since,
    readable_since: timestamp(now),
  };
  return [{ type, status: "success", data }];
}

/** The minutes until an unreadable website is tried again, at most the interval of its plan. */
export function retryMinutes(
  before: UnreadableMemory | undefined,
  unreadable: string,
  intervalMinutes: number,
): number {
  if (unreadable === TOO_EXPENSIVE) return intervalMinutes;
  return Math.min(RETRY_MINUTES[before?.tries ?? 0] ?? LATER_RETRY_MINUTES, intervalMinutes);
}
