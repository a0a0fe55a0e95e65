import type { AccountWebsite } from "reseller-website-monitoring-client";

export type WebsiteState = "paused" | "unchecked" | "down" | "unstable" | "up";

/** What is known of a website now. A paused one is neither up nor down, and so is one before its first probe. */
export function stateOf(website: AccountWebsite): WebsiteState {
  if (website.is_paused) return "paused";
  if (!website.is_checked_yet) return "unchecked";
  if (!website.is_hostname_up) return "down";
  return website.unstable_since === null ? "up" : "unstable";
}
