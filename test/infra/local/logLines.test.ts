import { existsSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { directLog } from "../../../infra/local/logLines.ts";
import { makeDirectory } from "./support.ts";

const time = "2026-11-22T05:13:24.049Z";
const clock = new Date(time).toTimeString().slice(0, 8);
const LINE = `${JSON.stringify({ level: "info", time, message: "audit", pages: 4, reason: null })}\n`;
const HOSTILE = JSON.stringify({
  ...{ level: "error", time, message: "broken", title: "\u001b[2J\u202Egood\nnext" },
  stack: "Error: x\n    at y\u001b[2J",
});

/** What directs the log to a file, or prints it on a stream. */
function direct(file: string, logFormat = "") {
  const { error } = console;
  onTestFinished(() => {
    console.error = error;
  });
  const stream = new PassThrough({ encoding: "utf8" });
  directLog(file, logFormat, stream as unknown as NodeJS.WriteStream);
  const printed = () => stripVTControlCharacters(stream.read() ?? "");
  return { write: (text: string | Buffer) => stream.write(text), printed };
}

test.each([
  { logFormat: "", printed: "", logged: [LINE] },
  { logFormat: "json", printed: LINE, logged: [] },
  { logFormat: "text", printed: `${clock}  audit  pages=4\n`, logged: [] },
])("LOG_FORMAT=$logFormat keeps log lines in a file, or prints them", ({ logFormat, ...lines }) => {
  const folder = makeDirectory();
  const log = direct(join(folder, "service.log"), logFormat);
  log.write(LINE);
  for (const text of ["Open  http://localhost\n", '{"data": 1}\n']) log.write(text);
  expect(log.printed()).toBe(`${lines.printed}Open  http://localhost\n{"data": 1}\n`);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(files).toEqual(lines.logged);
});

test.each([
  { logFormat: "", printed: "", logged: LINE + LINE },
  { logFormat: "text", printed: `${clock}  audit  pages=4\n`.repeat(2), logged: "" },
])(
  "LOG_FORMAT=$logFormat does so with the lines of threads, which come as bytes",
  ({ logFormat, ...lines }) => {
    const file = join(makeDirectory(), "service.log");
    const log = direct(file, logFormat);
    log.write(Buffer.from(LINE + LINE));
    expect(log.printed()).toBe(lines.printed);
    expect(existsSync(file) ? readFileSync(file, "utf8") : "").toBe(lines.logged);
  },
);

test("a printed line lets no website control the terminal", () => {
  const log = direct(join(makeDirectory(), "service.log"), "text");
  log.write(`${HOSTILE}\n`);
  expect(log.printed()).toBe(
    `${clock}  broken  title=?[2J<U+202E>good next\nError: x\n    at y?[2J\n`,
  );
});

test("a file of ten megabytes is begun anew", () => {
  const folder = makeDirectory();
  const file = join(folder, "service.log");
  direct(file).write(LINE);
  truncateSync(file, 10_000_001);
  direct(file).write(LINE);
  expect(readFileSync(file, "utf8")).toBe(LINE);
});
