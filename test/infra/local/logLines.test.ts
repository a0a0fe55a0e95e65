import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { formatLogLine, formatLogOn } from "../../../infra/local/logLines.ts";

const time = "2026-11-22T05:13:24.049Z";
const clock = new Date(time).toTimeString().slice(0, 8);
const line = (fields: object) => `${JSON.stringify({ level: "info", time, ...fields })}\n`;
const shown = (written: string) => stripVTControlCharacters(formatLogLine(written) ?? "untouched");

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

  test.each(["Base URL  http://localhost\n", '{"data": 1}\n', "{broken", '{"level":1}\n'])(
    "leaves %j as it is",
    (text) => {
      expect(formatLogLine(text)).toBeUndefined();
    },
  );

  test.each([
    { isTTY: true, format: undefined, json: false },
    { isTTY: true, format: "json", json: true },
    { isTTY: false, format: undefined, json: true },
    { isTTY: false, format: "text", json: false },
  ])("is JSON or text: %j", ({ isTTY, format, json }) => {
    const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY });
    formatLogOn(stream as unknown as NodeJS.WriteStream, format);
    stream.write(line({ message: "audit" }));
    expect(stream.read().startsWith("{")).toBe(json);
  });
});
