import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { directLog, formatLogLine } from "../../../infra/local/logLines.ts";
import { makeDirectory } from "./support.ts";

const time = "2026-11-22T05:13:24.049Z";
const clock = new Date(time).toTimeString().slice(0, 8);
const line = (fields: object) => `${JSON.stringify({ level: "info", time, ...fields })}\n`;
const shown = (written: string) => stripVTControlCharacters(formatLogLine(written));

describe("the functions' log for people", () => {
  test.each([
    [
      { message: "request", route: "GET /v1/users", status: 200, duration_ms: 3, request_id: "r" },
      "GET /v1/users  200  3 ms",
    ],
    [
      { message: "request", route: "GET /v1/users", status: 500, duration_ms: 3, request_id: "r" },
      "GET /v1/users  500  3 ms  request_id=r",
    ],
    [{ message: "audit", pages: 4, reason: null, hosts: ["a"] }, 'audit  pages=4  hosts=["a"]'],
    [
      { level: "error", message: "broken", error: "Error", stack: "Error: x\n    at y" },
      "broken  error=Error\nError: x\n    at y",
    ],
    [
      {
        level: "warn",
        message: "not reached",
        error: "OutboundError",
        stack: "Error: x\n    at y",
      },
      "not reached  error=OutboundError",
    ],
  ])("writes %j as a line", (fields, text) => {
    expect(shown(line(fields))).toBe(`${clock}  ${text}\n`);
  });

  test("leaves out what is said each minute, but not when it goes wrong", () => {
    expect(formatLogLine(line({ message: "schedule", enqueued: 3 }))).toBe("");
    expect(formatLogLine(`${JSON.stringify({ _aws: {}, Late: 1 })}\n`)).toBe("");
    expect(shown(line({ level: "error", message: "schedule" }))).toContain("schedule");
  });

  test("lets no site steer the terminal", () => {
    const title = "\u001b[2J\u202Egood\u200B\u0085\nnext";
    expect(shown(line({ message: "audit", title }))).toBe(
      `${clock}  audit  title=?[2J<U+202E>good<U+200B>? next\n`,
    );
  });
});

/** What directs the log to a file, or prints it on a stream. */
function direct(file: string, format?: string) {
  const { error } = console;
  onTestFinished(() => {
    console.error = error;
  });
  const stream = new PassThrough({ encoding: "utf8" });
  directLog(file, format, stream as unknown as NodeJS.WriteStream);
  return { write: (text: string) => stream.write(text), printed: () => stream.read() ?? "" };
}

const audit = line({ message: "audit" });

test.each([
  { format: "", printed: "", logged: audit },
  { format: "json", printed: audit, logged: undefined },
  { format: "text", printed: `${clock}  audit\n`, logged: undefined },
])("LOG_FORMAT=$format has log lines printed, or kept in a file", ({ format, printed, logged }) => {
  const folder = makeDirectory();
  const log = direct(join(folder, "service.log"), format);
  log.write(audit);
  for (const text of ["Open  http://localhost\n", '{"data": 1}\n', "{broken"]) log.write(text);
  expect(stripVTControlCharacters(log.printed())).toBe(
    `${printed}Open  http://localhost\n{"data": 1}\n{broken`,
  );
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(files).toEqual(logged === undefined ? [] : [logged]);
});

test("a file of ten megabytes is kept once, and another one begun", () => {
  const folder = makeDirectory();
  const file = join(folder, "service.log");
  direct(file).write(audit);
  truncateSync(file, 10_000_001);
  direct(file).write(audit);
  expect(readdirSync(folder).toSorted()).toEqual(["service.log", "service.log.1"]);
  expect(readFileSync(file, "utf8")).toBe(audit);
});
