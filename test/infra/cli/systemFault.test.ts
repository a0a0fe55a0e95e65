import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Fault } from "../../../functions/operators/index.ts";
import { describeServiceFault, describeSystemFault } from "../../../infra/cli/systemFault.ts";
import { writeWhole } from "../../../infra/local/dataDir.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fault-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** What this throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("It throws nothing");
}

describe("a fault of the disk is a sentence that says what to do", () => {
  test.each([
    [
      "ENOSPC",
      "The disk is full: /data can't be written. Free some space, then try again: no data are lost.",
    ],
    [
      "EROFS",
      "/data can't be read or written: check its permissions, or set DATA_DIR to another directory.",
    ],
    ["EIO", '/data is damaged: restore a copy, or delete the data with "npm run reset".'],
  ])("%s", (code, sentence) => {
    const error = Object.assign(new Error(`${code}: no`), { code });
    expect(describeSystemFault(error, "/data")).toBe(sentence);
    // Whatever it has caused since.
    const caused = new Fault(new Error("wrapped", { cause: error }), "id");
    expect(describeSystemFault(caused, "/data")).toBe(sentence);
    const together = new AggregateError([new Error("another"), caused]);
    expect(describeSystemFault(together, "/data")).toBe(sentence);
  });

  test("of SQLite, as the embedded database passes it on", () => {
    const text = "commit failed (backend: database or disk is full)";
    const passedOn = Object.assign(new Error(text), { $metadata: {} });
    expect(describeSystemFault(new Error("wrapped", { cause: passedOn }))).toMatch(/^The disk is/);
    // What a website says of itself ends no server.
    expect(describeSystemFault(new Error(text))).toBeUndefined();
  });

  test("of SQLite, whose file is full, damaged or a directory", () => {
    const small = new DatabaseSync(join(folder, "small.sqlite"));
    small.exec("CREATE TABLE texts (text TEXT); PRAGMA max_page_count = 3");
    const full = thrownBy(() => small.exec("INSERT INTO texts VALUES (zeroblob(100000))"));
    expect(describeSystemFault(full)).toMatch(/^The disk is full/);
    const path = join(folder, "damaged.sqlite");
    writeFileSync(path, "no database".repeat(100));
    const damaged = thrownBy(() => new DatabaseSync(path).exec("CREATE TABLE a (b)"));
    expect(describeSystemFault(damaged, path)).toMatch(/is damaged: .*"npm run reset"\.$/);
    const opened = thrownBy(() => new DatabaseSync(folder));
    expect(describeSystemFault(opened, folder)).toMatch(/ can't be read or written: /);
  });

  test("does not recognise other errors", () => {
    const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    for (const other of [new Error("disk"), refused, "ENOSPC", undefined]) {
      expect(describeSystemFault(other)).toBeUndefined();
    }
  });
});

test("a file that can't be written whole leaves no draft", () => {
  const path = join(folder, "sample.json");
  mkdirSync(path);
  const error = thrownBy(() => writeWhole(path, "text"));
  expect(describeSystemFault(error)).toContain(`${path} can't be read or written`);
  expect(readdirSync(folder)).toEqual(["sample.json"]);
});

test("a lasting fault of the database is a sentence without the library's text", () => {
  const answered = Object.assign(new Error("Rate exceeded"), { $metadata: {} });
  answered.name = "ThrottlingException";
  for (const error of [answered, new Error("wrapped", { cause: answered })]) {
    expect(describeServiceFault(error)).toMatch(
      /^AWS or the database failed \(ThrottlingException\)\. Try again; if it lasts, check /,
    );
  }
  expect(describeServiceFault(new Error("Rate exceeded"))).toBeUndefined();
});
