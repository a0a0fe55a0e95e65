/** What is true of a website now, the worst first: the order of lists. */
export const websiteStates = [
  "down",
  "unstable",
  "maintenance",
  "not_checked",
  "paused",
  "up",
] as const;
export type WebsiteState = (typeof websiteStates)[number];

interface Known {
  is_hostname_up: boolean;
  awaits_probe?: boolean | undefined;
  paused_since?: string | undefined;
  unstable_since?: string | undefined;
}

/** The state of a website. In an announced maintenance it is that, whatever the website answers. */
export function stateOf(website: Known, isInMaintenance: boolean): WebsiteState {
  if (website.paused_since !== undefined) return "paused";
  if (isInMaintenance) return "maintenance";
  if (!website.is_hostname_up) return "down";
  if (website.awaits_probe) return "not_checked";
  return website.unstable_since === undefined ? "up" : "unstable";
}
