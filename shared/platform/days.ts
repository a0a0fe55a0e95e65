export const DAY_SECONDS = 24 * 3600;

/** The day (UTC) of a time in seconds since 1970: `2026-01-31`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The seconds of a day. */
export function secondsOfDay(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  return { from, to: from + DAY_SECONDS };
}

/** The day a number of days later, or earlier if negative. */
export function daysLater(day: string, days: number): string {
  return dayOf(secondsOfDay(day).from + days * DAY_SECONDS);
}
