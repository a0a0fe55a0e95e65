/** @file Customers of a CSV file as bodies of `POST /v1/onboarding`. */

import { parse } from "csv-parse/browser/esm/sync";
import type { OnboardInput } from "reseller-website-monitoring-client";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";

/** The fields of a customer: their labels, and what else people call their columns. */
const fields = {
  business_name: ["Business", "business company firma unternehmen société empresa azienda bedrijf"],
  hostname: ["Website", "website url domain host webseite site sitio sito"],
  email: ["E-mail address", "emailaddress mail courriel correo"],
  first_name: ["First name", "firstname givenname vorname prénom nombre nome voornaam"],
  last_name: [
    "Last name",
    "lastname surname familyname nachname nom apellido apellidos cognome achternaam",
  ],
  language_preference: ["Language", "language locale sprache langue idioma lingua taal"],
  phone_number: ["Phone number", "phone telephone telefon téléphone teléfono telefono telefoon"],
  address_line_1: [
    "Address",
    "address address1 street strasse straße adresse rue calle dirección indirizzo straat",
  ],
  address_line_2: ["Address, line 2", "address2"],
  address_line_3: ["Address, line 3", "address3"],
  city: ["City", "town ort stadt ville ciudad città plaats"],
  county: ["County", "state region province bundesland"],
  postcode: ["Postcode", "zip zipcode postalcode plz codepostal códigopostal cap"],
  country_code: ["Country", "country land pays país paese"],
} as const;

type ImportField = keyof typeof fields;
const names = Object.keys(fields) as ImportField[];
export const importFields = names.map((name) => ({ name, label: fields[name][0] }));

export type Row = Record<ImportField, string>;

/** A row of the file: the number of the line on which it ends, and its fields. */
export interface CsvRow {
  line: number;
  fields: string[];
}

/** A file that is no table of customers; the message says why. */
export class UnusableFile extends Error {}

/** The text of a file as spreadsheets write it: UTF-8, UTF-16 with its mark, or else Windows-1252. */
export function decodeFile(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The header and the rows of a CSV text. Throws UnusableFile. */
export function readCsv(text: string): { header: string[]; rows: CsvRow[] } {
  // Excel names the separator in a line of its own.
  const [hint = ""] = /^\uFEFF?"?sep=[^\n]*\n/.exec(text) ?? [];
  const content = text.slice(hint.length);
  const [first = ""] = content.split("\n", 1);
  const counts = [",", ";", "\t"].map((each) => ({ each, count: first.split(each).length }));
  const delimiter = counts.reduce((best, next) => (next.count > best.count ? next : best)).each;
  const [header, ...rows] = parseRows(content, delimiter)
    .map(({ info, record }) => ({
      line: info.lines + (hint ? 1 : 0),
      fields: trimEnd(record).map(unguard),
    }))
    .filter(({ fields }) => fields.length > 0);
  if (!header || rows.length === 0) {
    throw new UnusableFile(
      "The file has no rows. Its first line names the columns, each further one is a customer.",
    );
  }
  return { header: header.fields.map((name) => name.trim()), rows };
}

function parseRows(content: string, delimiter: string) {
  const options = { delimiter, bom: true, trim: true, relax_column_count: true, info: true };
  try {
    return parse(content, options) as unknown as { info: { lines: number }; record: string[] }[];
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new UnusableFile(`Line ${lines ?? 1} is not valid CSV: check its quotation marks.`);
  }
}

/** Spreadsheets leave out empty fields at the end of a row, or add some. */
function trimEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

/** Leaves out the apostrophe by which `admin export` keeps spreadsheets from taking `=1+1` or `+44` for a formula. */
function unguard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t'])/, "");
}

/** The column of each field, by its name or one that means the same. */
export function matchColumns(header: string[]): Partial<Record<ImportField, number>> {
  const columns = header.map(plain);
  const matched: Partial<Record<ImportField, number>> = {};
  for (const name of names) {
    const [label, others] = fields[name];
    const titles = [name, label, ...others.split(" ")].map(plain);
    const column = columns.findIndex((each) => titles.includes(each));
    if (column >= 0 && !Object.values(matched).includes(column)) matched[name] = column;
  }
  return matched;
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The fields of a row by their names; where a row has none, `otherwise` says what holds for the file. */
export function readRow(
  cells: string[],
  columns: Partial<Record<ImportField, number>>,
  otherwise: Partial<Row>,
): Row {
  const cell = (name: ImportField) => cells[columns[name] ?? -1] || otherwise[name] || "";
  const row = Object.fromEntries(names.map((name) => [name, cell(name)])) as Row;
  const country_code = countryCode(row.country_code);
  const language = row.language_preference;
  return {
    ...row,
    country_code,
    phone_number: row.phone_number.replaceAll(/[\s()/.-]/g, "").replace(/^00/, "+"),
    language_preference: /^[a-z]{2}$/i.test(language)
      ? `${language.toLowerCase()}-${country_code}`
      : language,
  };
}

/** The code of a country that is named by its code, or in one of the languages of customers. */
function countryCode(text: string): string {
  countries ??= countriesByName();
  return text.length <= 2 ? text.toUpperCase() : (countries.get(plain(text)) ?? text);
}

let countries: Map<string, string> | undefined;

function countriesByName(): Map<string, string> {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  // A former code, such as DD, is a name of another one.
  const codes = pairs.filter((code) => new Intl.Locale(`und-${code}`).region === code);
  return new Map(
    textLanguages
      .map((each) => new Intl.DisplayNames([each], { type: "region" }))
      .flatMap((names) => codes.map((code) => [plain(names.of(code) ?? code), code])),
  );
}

/** The body that onboards the customer of a row, without an e-mail to them. */
export function bodyOf(row: Row): OnboardInput {
  const { email, first_name, last_name, language_preference, ...business } = row;
  return {
    email,
    first_name,
    last_name,
    language_preference,
    business,
    send_onboarding_email: false,
  };
}
