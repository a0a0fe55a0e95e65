// npm install csv-parse, then node onboardFromCsv.ts customers.csv: onboards the customer of each row. You
// can run it again: customers who are already onboarded are left alone.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { type ApiError, createClient } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });
const counts = { onboarded: 0, existing: 0, failed: 0 };

const [file = "customers.csv"] = process.argv.slice(2);
// Refuses a file that is not UTF-8 instead of garbling names.
const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
const rows = readRows(text);
for (const [index, { line, fields, columns, cells }] of rows.entries()) {
  if (fields.length > columns) {
    report(line, [`${fields.length} fields, ${columns} columns`]);
    continue;
  }
  const { email = "", first_name = "", last_name = "", language_preference = "" } = cells;
  const body = {
    ...{ email, first_name, last_name, language_preference },
    business: {
      business_name: cells["business_name"] ?? "",
      hostname: cells["hostname"] ?? "",
      address_line_1: cells["address_line_1"] ?? "",
      address_line_2: cells["address_line_2"] ?? "",
      address_line_3: cells["address_line_3"] ?? "",
      city: cells["city"] ?? "",
      county: cells["county"] ?? "",
      postcode: cells["postcode"] ?? "",
      phone_number: cells["phone_number"] ?? "",
      country_code: cells["country_code"] ?? "",
    },
  };
  // The same row has the same key: within 24 hours, the service answers as it did before and does nothing.
  // The client repeats a failed request, and waits as long as retry-after says.
  const key = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const { error } = await api.POST("/v1/onboarding", {
    params: { header: { "idempotency-key": key } },
    body,
  });
  if (error === undefined) counts.onboarded += 1;
  else if (error.kind === "validation" && error.fields["email"]?.rule === "unique") {
    counts.existing += 1;
  } else report(line, describe(error));
  if ((index + 1) % 100 === 0) console.log(`${index + 1} of ${rows.length} rows`);
  // Every other row would fail as well.
  if (error?.kind === "unauthorized") break;
}
const { onboarded, existing, failed } = counts;
console.log(`${onboarded} onboarded, ${existing} known already, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function report(line: number, problems: string[]) {
  counts.failed += 1;
  for (const problem of problems) console.log(`Line ${line}: ${problem}`);
}

function describe(error: ApiError): string[] {
  if (error.kind !== "validation") return [`${error.message}, run it again`];
  return Object.entries(error.fields).map(
    ([field, { rule, text }]) => `${field.replace("business.", "")}: ${text} (${rule})`,
  );
}

/** The rows with the line on which each ends, and their fields by the names in the first row. */
function readRows(text: string) {
  // Excel writes a byte order mark, and names the separator in a line of its own.
  const [hint = ""] = /^\uFEFF?"?sep=[^\n]*\n/.exec(text) ?? [];
  const content = text.slice(hint.length);
  const first = content.split("\n", 1)[0] ?? "";
  const [delimiter = ","] = [",", ";", "\t"].sort(
    (one, other) => first.split(other).length - first.split(one).length,
  );
  const options = { delimiter, bom: true, ltrim: true, relax_column_count: true, info: true };
  const parsed = parse(content, options) as unknown as {
    info: { lines: number };
    record: string[];
  }[];
  const [header, ...records] = parsed.filter(({ record }) => record.some((field) => field !== ""));
  const names = trimEnd(header?.record ?? []);
  return records.map(({ info, record }) => {
    const fields = trimEnd(record);
    const cells: Record<string, string | undefined> = Object.fromEntries(
      names.map((name, column) => [name.trim(), unguard(fields[column] ?? "")]),
    );
    return { line: info.lines + (hint ? 1 : 0), fields, columns: names.length, cells };
  });
}

/** Spreadsheets leave out empty fields at the end of a row, or add some. */
function trimEnd(fields: string[]): string[] {
  let length = fields.length;
  while (length > 0 && fields[length - 1] === "") length -= 1;
  return fields.slice(0, length);
}

/** Leaves out the apostrophe by which a spreadsheet takes `=1+1` or `+44` for a text. */
function unguard(field: string): string {
  return field.replace(/^'(?=[=+\-@\t'])/, "");
}
