import type { AccountBusiness, AccountWebsite } from "reseller-website-monitoring-client";

/** The states of a website, worst first. */
export const states = ["down", "unstable", "maintenance", "not_checked", "paused", "up"] as const;

export type WebsiteState = (typeof states)[number];

/** How many websites are in each state. */
export type Counts = Record<WebsiteState, number>;

export interface OpenFindings {
  error: number;
  warning: number;
  info: number;
}

/** A website in the list of all, with its figures. */
export type ListedWebsite = AccountWebsite & {
  state: WebsiteState;
  business_name: string;
  /** The median of the last 24 hours. */
  response_ms: number | null;
  /** Of the observed seconds of the last 30 days. */
  uptime_30_days: number | null;
  observed_seconds: number;
  open_findings: OpenFindings;
  certificate_expires_at: string | null;
  /** Percent of each hour's observed time, oldest first. */
  last_24_hours: (number | null)[];
};

/** A business in the list of all, with the figures of its websites. */
export type ListedBusiness = AccountBusiness & {
  website_counts: Counts;
  open_findings: OpenFindings;
  last_report_at: string | null;
};
