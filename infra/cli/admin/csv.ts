/**
 * Rows as CSV (RFC 4180), without the last line feed. An apostrophe keeps spreadsheets from taking a text for a
 * formula; `onboardFromCsv` leaves it out.
 */
export function csvOf(rows: unknown[][]): string {
  return rows.map((cells) => `${cells.map(cellOf).join(",")}\r`).join("\n");
}

function cellOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = String(value ?? "");
  const guarded = /^[=+\-@\t']/.test(text) ? `'${text}` : text;
  return /[",;'\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
