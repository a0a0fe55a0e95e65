/** The states of a website, the worst first. */
export const websiteStates = [
  "down",
  "unstable",
  "maintenance",
  "not_checked",
  "paused",
  "up",
] as const;
export type WebsiteState = (typeof websiteStates)[number];

/** How many websites are in each state. */
export function countStates(websites: { state: WebsiteState }[]): Record<WebsiteState, number> {
  const counts = { down: 0, unstable: 0, maintenance: 0, not_checked: 0, paused: 0, up: 0 };
  for (const { state } of websites) counts[state] += 1;
  return counts;
}

/** What the state of a website follows from. */
interface Observed {
  is_hostname_up: boolean;
  awaits_probe?: boolean | undefined;
  paused_since?: string | undefined;
  unstable_since?: string | undefined;
  maintenance_until?: string | undefined;
}

/** The one state in which a website is shown: whatever it answers, it is paused, or else in maintenance. */
export function stateOf(website: Observed): WebsiteState {
  if (website.paused_since) return "paused";
  if (website.maintenance_until) return "maintenance";
  if (!website.is_hostname_up) return "down";
  if (website.awaits_probe) return "not_checked";
  return website.unstable_since ? "unstable" : "up";
}
