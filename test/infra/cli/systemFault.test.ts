import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { describeServiceFault, describeSystemFault } from "../../../infra/cli/systemFault.ts";
import { makeDirectory } from "../local/support.ts";

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
    ["ENOSPC", /^\/data can't be written, because the disk is full: /],
    ["EROFS", /^\/data can't be read or written: /],
    ["EIO", /^\/data is damaged: /],
  ])("%s, whatever it has caused since", (code, sentence) => {
    const error = Object.assign(new Error(`${code}: no`), { code });
    const caused = new Error("fault", { cause: new Error("wrapped", { cause: error }) });
    expect(describeSystemFault(caused, "/data")).toMatch(sentence);
  });

  test("of SQLite, by itself and as the embedded database passes it on", () => {
    const folder = makeDirectory();
    const path = join(folder, "damaged.sqlite");
    writeFileSync(path, "no database".repeat(100));
    const damaged = thrownBy(() => new DatabaseSync(path).exec("CREATE TABLE a (b)"));
    expect(describeSystemFault(damaged, path)).toMatch(/ is damaged: /);
    const opened = thrownBy(() => new DatabaseSync(folder));
    expect(describeSystemFault(opened, folder)).toMatch(/ can't be read or written: /);
    const text = "commit failed (backend: database or disk is full)";
    const passedOn = Object.assign(new Error(text), { $metadata: {} });
    expect(describeSystemFault(passedOn)).toMatch(
      /^The data in DATA_DIR can't be written, because the disk is full: /,
    );
    // What a website says of itself ends no server.
    expect(describeSystemFault(new Error(text))).toBeUndefined();
  });
});

test("a lasting fault of the database is a sentence without the library's text", () => {
  const answer = Object.assign(new Error("Rate exceeded"), { $metadata: {} });
  answer.name = "ThrottlingException";
  expect(describeServiceFault(new Error("wrapped", { cause: answer }))).toMatch(
    /^AWS or the database failed \(ThrottlingException\)\. Try again; if it lasts, check /,
  );
  expect(describeServiceFault(new Error("Rate exceeded"))).toBeUndefined();
});
