import { escapeForTerminal } from "../escapeForTerminal.ts";

/**
 * Rows as CSV (RFC 4180) with a line of names. The line feed that follows every command's output ends the last
 * row. Spreadsheets take no cell for a formula.
 */
export function csvOf(rows: Record<string, unknown>[]): string {
  const fields = Object.keys(rows[0] ?? {});
  return [fields, ...rows.map((row) => fields.map((field) => row[field]))]
    .map((cells) => `${cells.map(cellOf).join(",")}\r`)
    .join("\n");
}

function cellOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = escapeForTerminal(Array.isArray(value) ? value.join("; ") : String(value ?? ""));
  const harmless = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",;']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
