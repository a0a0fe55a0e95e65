// node onboardFromCsv.ts customers.csv: onboards the customer of each row. You can run it again: the
// e-mail address identifies customers who are already onboarded, and they are left alone.
import { readFileSync } from "node:fs";
import { type ApiError, createClient } from "reseller-website-monitoring-client";

const { API = "http://localhost:3000", KEY = "" } = process.env;
const api = createClient({ baseUrl: API, apiKey: KEY });
const counts = { onboarded: 0, known: 0, failed: 0 };

const [file = "customers.csv"] = process.argv.slice(2);
// Leaves out Excel's byte order mark, and refuses a file that is not UTF-8 instead of garbling names.
const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
for (const [index, row] of parseCsv(text).entries()) {
  const { email = "", first_name = "", last_name = "", language_preference = "" } = row;
  const { error } = await api.POST("/v1/onboarding", {
    body: {
      email,
      first_name,
      last_name,
      language_preference,
      business: {
        business_name: row["business_name"] ?? "",
        hostname: row["hostname"] ?? "",
        address_line_1: row["address_line_1"] ?? "",
        address_line_2: row["address_line_2"] ?? "",
        city: row["city"] ?? "",
        county: row["county"] ?? "",
        postcode: row["postcode"] ?? "",
        phone_number: row["phone_number"] ?? "",
        country_code: row["country_code"] ?? "",
      },
    },
  });
  if (error === undefined) counts.onboarded += 1;
  else if (error.kind === "validation" && error.fields["email"]?.rule === "unique") {
    counts.known += 1;
  } else {
    counts.failed += 1;
    // Numbered as in a spreadsheet: row 1 has the names of the columns.
    for (const problem of describe(error)) console.log(`Row ${index + 2}: ${problem}`);
  }
  // Every other row would fail as well.
  if (error?.kind === "unauthorized") break;
}
const { onboarded, known, failed } = counts;
console.log(`${onboarded} onboarded, ${known} known already, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function describe(error: ApiError): string[] {
  if (error.kind !== "validation") return [`${error.message}, run it again`];
  return Object.entries(error.fields).map(
    ([field, { rule, text }]) => `${field.replace("business.", "")}: ${text} (${rule})`,
  );
}

/** The rows of a CSV file as RFC 4180 has it, by the names in its first row. */
function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  const fields: string[] = [];
  let field = "";
  let quoted = false;
  let previous = "";
  for (const character of `${text.trimEnd()}\n`.replaceAll("\r\n", "\n")) {
    if (character === '"') {
      // The second of two quotes within a quoted field is one of its characters.
      if (!quoted && previous === '"') field += character;
      quoted = !quoted;
    } else if (quoted || (character !== "," && character !== "\n")) field += character;
    else {
      fields.push(field);
      field = "";
      if (character === "\n") rows.push(fields.splice(0));
    }
    previous = character;
  }
  const [names = [], ...records] = rows;
  return records.map((record) =>
    Object.fromEntries(names.map((name, column) => [name, record[column] ?? ""])),
  );
}
