// Without the table: the operators' command line checks months, and has none.

/** The most months that are read at once. */
export const MOST_MONTHS = 24;

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** Whether this is a month: `2026-11`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** The month of a time in UTC: `2026-11`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** When a month begins and ends, in milliseconds since 1970. */
export function boundsOf(month: string): { begins: number; ends: number } {
  const begins = new Date(`${month}-01T00:00:00Z`);
  return {
    begins: begins.getTime(),
    ends: Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1),
  };
}

/** The months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = monthOf(new Date(boundsOf(month).ends)))
    months.push(month);
  return months;
}
