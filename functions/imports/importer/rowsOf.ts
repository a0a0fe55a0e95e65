import type { FieldErrors } from "../../../shared/errors.ts";
import { onboardingBody } from "../../onboarding/onboarding.ts";

/** The file can't be imported; the message says why, for the reseller. */
export class FileRefused extends Error {}

export const MAX_BYTES = 50_000_000;
const MAX_ROWS = 100_000;
const MAX_ROW_LENGTH = 65_536;
/** More than a spreadsheet has. Reading 50 MB of them would occupy a worker for a minute. */
const MAX_EMPTY_ROWS = 1_100_000;

/** A row as the body of an onboarding, or its fault. */
export interface Row {
  line: number;
  body: Record<string, unknown>;
  errors?: FieldErrors;
}

const { business, ...person } = onboardingBody.def.shape;
const columns = new Set([
  ...Object.keys(person),
  ...Object.keys(business.def.shape).map((name) => `business.${name}`),
]);

/** The rows of a file: JSON lines if it begins with a brace, otherwise CSV. Throws FileRefused. */
export function* rowsOf(file: Uint8Array): Generator<Row> {
  const text = decode(file);
  let count = 0;
  for (const row of /^\s*\{/.test(text) ? jsonRows(text) : csvRows(text)) {
    count += 1;
    if (count > MAX_ROWS) {
      throw new FileRefused(`The file has more than ${MAX_ROWS} rows: split it`);
    }
    yield row;
  }
  if (count === 0) throw new FileRefused("The file has no rows");
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw new FileRefused("The file is not text in UTF-8: save it as CSV UTF-8");
  }
}

function* jsonRows(text: string): Generator<Row> {
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    line += 1;
    if (end - at > MAX_ROW_LENGTH) throw tooLong(line);
    const json = text.slice(at, end).trim();
    if (json !== "") yield jsonRow(line, json);
    at = end + 1;
  }
}

function jsonRow(line: number, json: string): Row {
  try {
    const body = JSON.parse(json);
    if (isObject(body)) return { line, body: bodyOf(body) };
  } catch {
    // Told below.
  }
  return { line, body: {}, errors: { row: { format: "The line must be a JSON object" } } };
}

/** The body, whose fields but `business` are no objects: one could have any shape and depth. */
function bodyOf(body: Record<string, unknown>): Record<string, unknown> {
  const { business } = body;
  return { ...emptied(body), ...(isObject(business) && { business: emptied(business) }) };
}

function emptied(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (Array.isArray(value)) return [name, []];
    return [name, isObject(value) ? {} : value];
  });
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function* csvRows(text: string): Generator<Row> {
  const [firstLine = ""] = text.slice(0, MAX_ROW_LENGTH).split(/[\r\n]/, 1);
  const separator = separatorOf(firstLine);
  let header: string[] | undefined;
  let empty = 0;
  for (const { line, cells } of csvRecords(text, separator)) {
    // Spreadsheets end files with empty rows.
    if (cells.every((cell) => cell.trim() === "")) {
      empty += 1;
      if (empty > MAX_EMPTY_ROWS) throw new FileRefused("The file has too many empty rows");
    } else if (header) yield csvRow(line, header, cells);
    else header = headerOf(cells);
  }
}

/** Spreadsheets write semicolons where numbers have a comma. */
function separatorOf(header: string): string {
  const count = (separator: string) => header.split(separator).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}

function headerOf(cells: string[]): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.findIndex((name) => !columns.has(name));
  if (unknown !== -1) {
    // Without the text, which is kept: of a file without such a line, it is a customer's.
    throw new FileRefused(
      `The first line must name the columns: its field ${unknown + 1} is unknown. Use ${[...columns].join(", ")}`,
    );
  }
  if (new Set(names).size < names.length) throw new FileRefused("A column is named twice");
  return names;
}

function csvRow(line: number, header: string[], cells: string[]): Row {
  const business: Record<string, string> = {};
  const body: Record<string, unknown> = { business };
  if (cells.length !== header.length) {
    const length = `The row has ${cells.length} fields, and the header ${header.length}`;
    return { line, body, errors: { row: { length } } };
  }
  for (const [index, name] of header.entries()) {
    const value = unguarded(cells[index] ?? "");
    if (name.startsWith("business.")) business[name.slice("business.".length)] = value;
    else body[name] = value;
  }
  return { line, body };
}

/** Without the apostrophe that keeps a spreadsheet from taking a text for a formula (`export` writes it). */
function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, "").trim();
}

/** The records of a CSV text (RFC 4180), with the number of the line on which each begins. */
function* csvRecords(text: string, separator: string) {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const start = at;
    const cells: string[] = [];
    do {
      const cell =
        text[at] === '"' ? quotedCell(text, { at, line }) : plainCell(text, at, separator);
      cells.push(cell.value);
      if (cell.end - start > MAX_ROW_LENGTH) throw tooLong(line);
      at = cell.end + 1;
    } while (text[at - 1] === separator);
    const last = text[at - 1];
    if (last === "\r" && text[at] === "\n") at += 1;
    else if (last !== undefined && last !== "\r" && last !== "\n") {
      throw new FileRefused(`Line ${line} has text behind a closing quotation mark`);
    }
    yield { line, cells };
    line += text.slice(start, at).match(/\r\n|\r|\n/g)?.length ?? 0;
  }
}

function plainCell(text: string, at: number, separator: string) {
  let end = at;
  const most = Math.min(text.length, at + MAX_ROW_LENGTH + 1);
  while (end < most && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r")
    end += 1;
  return { value: text.slice(at, end), end };
}

function quotedCell(text: string, { at, line }: { at: number; line: number }) {
  let value = "";
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw new FileRefused(`Line ${line} has a quotation mark that never closes`);
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

function tooLong(line: number): FileRefused {
  return new FileRefused(`The row on line ${line} is longer than ${MAX_ROW_LENGTH} characters`);
}
