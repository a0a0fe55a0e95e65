import { expect, test } from "vitest";
import {
  decodeFile,
  matchColumns,
  readCsv,
  readRow,
  UnusableFile,
} from "../../../functions/console/app/csvImport.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);

test.each([
  ["UTF-8", bytes("Zoë;Größe")],
  ["UTF-8 with a mark", bytes("\uFEFFZoë;Größe")],
  ["UTF-16, as Excel's Unicode text", bytes("\uFEFFZoë;Größe", "utf16le")],
  ["Windows-1252, as Excel's CSV", bytes("Zoë;Größe", "latin1")],
])("reads %s", (_, content) => {
  expect(decodeFile(content).replace("\uFEFF", "")).toBe("Zoë;Größe");
});

test.each([
  ["commas", "a,b\n1,2\n"],
  ["semicolons and CRLF", "a;b\r\n1;2\r\n"],
  ["tabs", "a\tb\n1\t2"],
  ["a separator of its own line", "sep=;\na;b\n1;2", 3],
  ["quotes, and empty cells at the end", '"a","b",,\n"1","2",,\n,,,\n'],
])("reads %s", (_, text, line = 2) => {
  expect(readCsv(text)).toEqual({ header: ["a", "b"], rows: [{ line, fields: ["1", "2"] }] });
});

test("a field may have line breaks, quotes, and an apostrophe against formulas", () => {
  const { rows } = readCsv(`a,b\n"one\n""two""",'+44\n'tis,x`);
  expect(rows).toEqual([
    { line: 3, fields: ['one\n"two"', "+44"] },
    { line: 4, fields: ["'tis", "x"] },
  ]);
});

test.each([
  ["", "The file has no rows"],
  ["a,b\n", "The file has no rows"],
  ['a,b\n1,2\n"3,4', "is not valid CSV"],
])("refuses %j", (text, reason) => {
  expect(() => readCsv(text)).toThrow(UnusableFile);
  expect(() => readCsv(text)).toThrow(reason);
});

test("columns are found by the names that people give them, each once", () => {
  expect(
    matchColumns(["Firma", "E-Mail", "Vorname", "Nachname", "Web site", "Email", "?"]),
  ).toEqual({ business_name: 0, email: 1, first_name: 2, last_name: 3, hostname: 4 });
});

test.each([
  [
    { country_code: "Deutschland", language_preference: "DE" },
    { country_code: "DE", language_preference: "de-DE" },
  ],
  [{ country_code: "united kingdom" }, { country_code: "GB" }],
  [
    { country_code: "gb", language_preference: "cy-GB" },
    { country_code: "GB", language_preference: "cy-GB" },
  ],
  [{ country_code: "Atlantis" }, { country_code: "Atlantis" }],
  [{ phone_number: "0044 (1482) 000-000" }, { phone_number: "+441482000000" }],
])("%j is read as %j", (input, expected) => {
  expect(readRow([], {}, input)).toMatchObject(expected);
});
