import { readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { directLog } from "../../../infra/local/logLines.ts";
import { makeDirectory } from "./support.ts";

const LINE = '{"level":"info","message":"audit"}\n';

/** What directs the log to a file, or prints it on a stream. */
function direct(file: string, isPrinted = false) {
  const { error } = console;
  onTestFinished(() => {
    console.error = error;
  });
  const stream = new PassThrough({ encoding: "utf8" });
  directLog(file, isPrinted, stream as unknown as NodeJS.WriteStream);
  return { write: (text: string) => stream.write(text), printed: () => stream.read() ?? "" };
}

test.each([
  { isPrinted: false, printed: "", logged: [LINE] },
  { isPrinted: true, printed: LINE, logged: [] },
])("log lines are kept in a file, or printed: $isPrinted", ({ isPrinted, printed, logged }) => {
  const folder = makeDirectory();
  const log = direct(join(folder, "service.log"), isPrinted);
  log.write(LINE);
  for (const text of ["Open  http://localhost\n", '{"data": 1}\n']) log.write(text);
  expect(log.printed()).toBe(`${printed}Open  http://localhost\n{"data": 1}\n`);
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(
    logged,
  );
});

test("a file of ten megabytes is kept once, and another one begun", () => {
  const folder = makeDirectory();
  const file = join(folder, "service.log");
  direct(file).write(LINE);
  truncateSync(file, 10_000_001);
  direct(file).write(LINE);
  expect(readdirSync(folder).toSorted()).toEqual(["service.log", "service.log.1"]);
  expect(readFileSync(file, "utf8")).toBe(LINE);
});
