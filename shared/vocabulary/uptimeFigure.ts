/** A percentage needs this much observed time as its base. */
const LEAST_SECONDS = 24 * 3600;

/** What is known of a website's uptime within a period. Times are as the API writes them. */
export interface KnownUptime {
  uptime_percentage: number | null;
  observed_seconds: number;
  /** When the first observation within the period began. */
  watched_since: string | null;
  period: { begins_at: string };
}

/** How an uptime is told: not at all, without a percentage, as one since a time, or as that of the whole period. */
type UptimeFigure =
  | { kind: "unknown" }
  | { kind: "brief"; since: string }
  | { kind: "since"; since: string; percentage: number }
  | { kind: "whole"; percentage: number };

/** Whether the observed time is enough for a percentage. */
export const hasBase = (observed_seconds: number) => observed_seconds >= LEAST_SECONDS;

/** Decides how pages and mails tell an uptime: no percentage below 24 observed hours. */
export function uptimeFigure({
  uptime_percentage: percentage,
  observed_seconds,
  watched_since: since,
  period,
}: KnownUptime): UptimeFigure {
  if (percentage === null || since === null) return { kind: "unknown" };
  if (!hasBase(observed_seconds)) return { kind: "brief", since };
  return Date.parse(since) > Date.parse(period.begins_at)
    ? { kind: "since", since, percentage }
    : { kind: "whole", percentage };
}
