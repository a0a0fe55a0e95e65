import type * as z from "zod/mini";
import type { websiteUnreadableData } from "../../../shared/audit/analysers/feedSchemas.ts";
import type { AuditMemory } from "../../../shared/entities/check.ts";
import type { NewFeedItem } from "../../../shared/feed/feedItem.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { presentUnreadable } from "../../../shared/vocabulary/reasons.ts";

/** The minutes until an unreadable website is tried again. */
const RETRY_MINUTES = 60;
/**
 * The reason if reading took too much time or memory. It is not retried early, because a retry would end the same way.
 */
export const TOO_EXPENSIVE = "too_expensive";

interface Readability {
  /** Why this audit could not read the website. */
  unreadable: string | undefined;
  now: Date;
}

/**
 * The feed item to write when a website becomes unreadable, becomes readable again, or if somebody requested the
 * audit.
 */
export function tellReadability(
  { unreadable: before }: Pick<AuditMemory, "unreadable">,
  { unreadable, isRequested, now }: Readability & { isRequested: boolean },
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

/** What the next audit needs to know about a website that is unreadable. */
export function rememberReadability(
  { unreadable: before }: Pick<AuditMemory, "unreadable">,
  { unreadable, now }: Readability,
): Pick<AuditMemory, "unreadable"> {
  if (unreadable === undefined) return {};
  return { unreadable: before ?? { reason: unreadable, since: timestamp(now) } };
}

/** The minutes until an unreadable website is audited again, at most the interval of its plan. */
export function retryMinutes(unreadable: string, intervalMinutes: number): number {
  if (unreadable === TOO_EXPENSIVE) return intervalMinutes;
  return Math.min(RETRY_MINUTES, intervalMinutes);
}
