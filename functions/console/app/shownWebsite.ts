import type { WebsiteDigest } from "reseller-website-monitoring-client";
import type { ListedWebsite, WebsiteState } from "./lists.ts";

/** A website as its page shows it: its digest of the last 90 days, with what the list of all has of it. */
export type ShownWebsite = Omit<WebsiteDigest, "state"> &
  Pick<ListedWebsite, "certificate_expires_at" | "last_24_hours"> & {
    state: WebsiteState;
    watched_since: string | null;
    maintenance: { starts_at: string; ends_at: string; reason: string | null }[];
    /** What to tell the customer, in the customer's language; null if there is no news. */
    customer_text: string | null;
  };

/** The digest with what an older service leaves out. */
export function shownWebsite(digest: WebsiteDigest & Partial<ShownWebsite>): ShownWebsite {
  const { is_paused, is_checked_yet, is_hostname_up, unstable_since } = digest;
  const state = is_paused
    ? "paused"
    : !is_hostname_up
      ? "down"
      : !is_checked_yet
        ? "not_checked"
        : unstable_since
          ? "unstable"
          : "up";
  return {
    ...{ state, watched_since: digest.created_at, maintenance: [], customer_text: null },
    ...{ certificate_expires_at: null, last_24_hours: [] },
    ...digest,
  };
}
