import { escapeForTerminal, escapeJsonForTerminal } from "../terminal.ts";

type Row = Record<string, unknown>;

const INDENT = "  ";
const KEEP_KEY = "Keep the key now: it is not shown again.";

/**
 * A command's result as text: one JSON value, CSV, or a table for people. Nested records, and tables wider
 * than the terminal, become one field per line.
 */
export function format(
  result: unknown,
  {
    json = false,
    csv = false,
    columns = Number.POSITIVE_INFINITY,
  }: { json?: boolean; csv?: boolean; columns?: number | undefined },
): string {
  if (json) return escapeJsonForTerminal(JSON.stringify(result, null, 2));
  if (csv) return csvTable(rowsOf(result));
  if (Array.isArray(result)) return table(result, columns);
  const row = result as Row;
  const text = record(row, columns);
  return "key" in row ? `${text}\n\n${KEEP_KEY}` : text;
}

/** The rows of a result: its own, those of a page of the API (`data`), or the result as the only one. */
function rowsOf(result: unknown): Row[] {
  const { data = result } = result as { data?: unknown };
  return (Array.isArray(data) ? data : [data]) as Row[];
}

function csvTable(rows: Row[]): string {
  const fields = fieldsOf(rows);
  return csvOf([fields, ...rows.map((row) => fields.map((field) => csvValue(row[field])))]);
}

function csvValue(value: unknown): unknown {
  if (typeof value === "number") return value;
  return escapeForTerminal(Array.isArray(value) ? value.join("; ") : String(value ?? ""));
}

/** The fields of all rows, which may differ: a reseller that is being deleted has more. */
function fieldsOf(rows: Row[]): string[] {
  return [...new Set(rows.flatMap(Object.keys))];
}

function record(row: Row, columns: number): string {
  const fields = Object.entries(row);
  const flat = fields.filter(([, value]) => !isNested(value));
  const lines = align(flat.map(([field, value]) => [field, cell(value)]));
  for (const [field, value] of fields.filter(([, value]) => isNested(value))) {
    const inner = columns - INDENT.length;
    const nested = Array.isArray(value) ? table(value, inner) : record(value as Row, inner);
    lines.push(field, nested.replace(/^(?=.)/gm, INDENT));
  }
  return lines.join("\n");
}

/** Whether a value is a record or a list of records. */
function isNested(value: unknown): boolean {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "object" && first !== null;
}

function table(rows: Row[], columns: number): string {
  if (rows.length === 0) return "None.";
  const isFlat = !rows.some((row) => Object.values(row).some(isNested));
  if (isFlat) {
    const fields = fieldsOf(rows);
    const lines = align([fields, ...rows.map((row) => fields.map((field) => cell(row[field])))]);
    if (lines.every((line) => line.length <= columns)) return lines.join("\n");
  }
  return rows.map((row) => record(row, columns)).join("\n\n");
}

function cell(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return cell(value.join(", "));
  return escapeForTerminal(String(value));
}

function align(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => lengthOf(row, column))));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths?.[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function lengthOf(row: string[], column: number): number {
  return row[column]?.length ?? 0;
}

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
