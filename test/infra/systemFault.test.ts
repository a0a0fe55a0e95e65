import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Fault } from "../../functions/operators/index.ts";
import { isOwn, writeWhole } from "../../infra/local/dataDir.ts";
import { endAll } from "../../infra/local/ending.ts";
import { describeServiceFault, describeSystemFault, passes } from "../../infra/systemFault.ts";

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

const withCode = (code: string) => Object.assign(new Error(`${code}: no`), { code });

describe("a fault of the system is a sentence that says what to do", () => {
  test.each([
    ["ENOSPC", /^The disk is full: the data in DATA_DIR can't be written\. Free some space/],
    ["EDQUOT", /^The disk is full/],
    ["EROFS", /read-only file system: set DATA_DIR to a writable directory\.$/],
    ["EACCES", /can't be used by this user/],
    ["EMFILE", /^Too many files are open: close other programs/],
    ["EIO", /^The disk has failed/],
  ])("%s", (code, sentence) => {
    expect(describeSystemFault(withCode(code))).toMatch(sentence);
    // Whatever it has caused since.
    const caused = new Fault(new Error("wrapped", { cause: withCode(code) }), "id");
    expect(describeSystemFault(caused)).toMatch(sentence);
    const together = new AggregateError([new Error("another"), caused]);
    expect(describeSystemFault(together)).toMatch(sentence);
  });

  test.skipIf(process.platform !== "linux")("of a disk that is full", () => {
    const error = thrownBy(() => writeFileSync("/dev/full", "text"));
    expect(describeSystemFault(error, "/data")).toBe(
      "The disk is full: /data can't be written. Free some space, then try again: no data are lost.",
    );
  });

  test("of SQLite, which is full", () => {
    const database = new DatabaseSync(join(folder, "small.sqlite"));
    database.exec("CREATE TABLE texts (text TEXT); PRAGMA max_page_count = 3");
    const error = thrownBy(() => database.exec("INSERT INTO texts VALUES (zeroblob(100000))"));
    expect(describeSystemFault(error)).toMatch(/^The disk is full/);
    // As the embedded database passes it on.
    const text = `commit failed (backend: ${(error as Error).message})`;
    const passedOn = Object.assign(new Error(text), { $metadata: {} });
    expect(describeSystemFault(new Error("wrapped", { cause: passedOn }))).toMatch(/^The disk is/);
    // What a website says of itself ends no server.
    expect(describeSystemFault(new Error(text))).toBeUndefined();
  });

  test("of SQLite, whose file is damaged, or is a directory", () => {
    const path = join(folder, "damaged.sqlite");
    writeFileSync(path, "no database".repeat(100));
    const error = thrownBy(() => new DatabaseSync(path).exec("CREATE TABLE a (b)"));
    expect(describeSystemFault(error, path)).toMatch(/is damaged: .*"npm run reset"\.$/);
    const opened = thrownBy(() => new DatabaseSync(folder));
    expect(describeSystemFault(opened, folder)).toMatch(/ is a directory, but .*: remove it, or/);
    expect(describeSystemFault(opened, join(folder, "missing"))).toMatch(/can't be opened: check/);
  });

  test("does not recognise other errors", () => {
    for (const other of [new Error("disk"), withCode("ECONNREFUSED"), "ENOSPC", undefined]) {
      expect(describeSystemFault(other)).toBeUndefined();
    }
  });
});

test("passing failures are told from lasting ones", () => {
  expect([withCode("EMFILE"), withCode("ENFILE")].every(passes)).toBe(true);
  expect([withCode("ENOSPC"), withCode("EROFS"), new Error("no")].some(passes)).toBe(false);
});

test("a file that can't be written whole stays as it was, and leaves no draft", () => {
  const path = join(folder, "demo.json");
  writeWhole(path, "first");
  const fail = () => {
    throw withCode("ENOSPC");
  };
  const error = thrownBy(() => writeWhole(path, "second", fail));
  expect(describeSystemFault(error)).toContain(`${path} can't be written`);
  expect(readFileSync(path, "utf8")).toBe("first");
  expect(readdirSync(folder)).toEqual(["demo.json"]);
});

test("a draft that a killed process has left belongs to the service; another program's does not", () => {
  expect(["demo.json.12.tmp", "database.json.1.tmp"].every(isOwn)).toBe(true);
  expect(["notes.12.tmp", "demo.json.tmp", "demo.json.bak"].some(isOwn)).toBe(false);
});

test("everything is ended, even if one part fails to end, and the first fault is reported", async () => {
  const ended: string[] = [];
  const ends = ["a", "b", "c"].map((name) => () => {
    ended.push(name);
    if (name !== "c") throw new Error(name);
  });
  await expect(endAll(ends)).rejects.toThrow("a");
  expect(ended).toEqual(["a", "b", "c"]);
  await endAll([() => void mkdirSync(join(folder, "d"))]);
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
