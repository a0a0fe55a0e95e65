/**
 * A timestamp as the API writes it: ISO 8601 in whole seconds with a numeric UTC offset,
 * `2026-01-31T09:30:00+00:00` (section 2 of the specification).
 */
export function timestamp(date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}
