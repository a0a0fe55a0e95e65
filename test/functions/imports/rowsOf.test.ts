import { describe, expect, test } from "vitest";
import { FileRefused, rowsOf } from "../../../functions/imports/importer/rowsOf.ts";

const read = (text: string) => [...rowsOf(new TextEncoder().encode(text))];

describe("the rows of a CSV file", () => {
  test.each([
    ["commas", "email,business.city\na@b,Bath\n"],
    ["semicolons, capitals and CRLF", "Email;Business.City\r\na@b;Bath\r\n"],
    ["tabs, a byte order mark and CR", "\uFEFFemail\tbusiness.city\ra@b\tBath"],
    ["quotation marks", '"email","business.city"\n"a@b","Bath"'],
    ["empty rows", "\n\nemail,business.city\n,\na@b,Bath\n , \n\n"],
    ["an apostrophe against formulas", "email,business.city\n'@b,Bath".replace("'@b", "a@b")],
  ])("are read with %s", (_, text) => {
    expect(read(text)).toMatchObject([{ body: { email: "a@b", business: { city: "Bath" } } }]);
  });

  test("have the lines on which they begin, and quoted separators, line ends and quotation marks", () => {
    const rows = read('email,last_name\n"a,\n""b""",x\r\nc,\n"",""\nd,y');
    expect(rows).toEqual([
      { line: 2, body: { email: 'a,\n"b"', last_name: "x", business: {} } },
      { line: 4, body: { email: "c", last_name: "", business: {} } },
      { line: 6, body: { email: "d", last_name: "y", business: {} } },
    ]);
  });

  test("are texts, whatever a spreadsheet would make of them", () => {
    const rows = read("first_name,last_name,business.phone_number\n=1+1,'@x,'+441\n007,'a,1e5");
    expect(rows.map(({ body }) => body)).toEqual([
      { first_name: "=1+1", last_name: "@x", business: { phone_number: "+441" } },
      { first_name: "007", last_name: "'a", business: { phone_number: "1e5" } },
    ]);
  });

  test("are faulty with more or fewer fields than the header", () => {
    const length = (fields: number) => ({
      row: { length: `The row has ${fields} fields, and the header 2` },
    });
    const errors = read("email,last_name\na\na,b,c").map((row) => row.errors);
    expect(errors).toEqual([length(1), length(3)]);
  });

  test.each([
    [
      "an unknown column",
      "email,e-mail\na,b",
      /its field 2 is unknown. Use email, .*business\.country_code/,
    ],
    ["no line of columns", "ada@example.com,Ada", /^(?!.*ada)The first line must name/i],
    ["endless empty rows", `email\n${"\n".repeat(1_100_001)}`, /too many empty rows/],
    ["a column twice", "email,EMAIL\na,b", /twice/],
    ["an open quotation mark", 'email\n"a\nb\nc', /^Line 2 has a quotation mark that never closes/],
    ["text behind a quotation mark", 'email\n"a"b', /^Line 2 has text behind/],
    ["one endless line", "email\n".padEnd(1_000_000, "x"), /^The row on line 2 is longer/],
    [
      "one endless quoted field",
      `email\n"${"x\n".repeat(500_000)}"`,
      /^The row on line 2 is longer/,
    ],
    ["an endless row of fields", `email\n${",".repeat(1_000_000)}`, /^The row on line 2 is longer/],
    ["an endless JSON line", `{}\n{"a":"${"x".repeat(70_000)}"}`, /^The row on line 2 is longer/],
    ["a JSON array", "[{}]", /^The first line must name/],
    ["too many rows", `email\n${"a\n".repeat(100_001)}`, /^The file has more than 100000 rows/],
    ["NULs", "\0".repeat(100_000), /^The/],
  ])("are refused with %s", (_, text, message) => {
    expect(() => read(text)).toThrow(FileRefused);
    expect(() => read(text)).toThrow(message);
  });

  test("are refused unless they are UTF-8", () => {
    for (const file of [
      Buffer.from("email\nm\xfcller", "latin1"),
      Buffer.from("PK\x03\x04\xff\xfe", "latin1"),
    ]) {
      expect(() => [...rowsOf(file)]).toThrow("The file is not text in UTF-8");
    }
  });
});
