// Without the table: the operators' command line checks months, and has none.

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
