import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { differences, versionsOf } from "../../../infra/local/fileVersions.ts";
import { readStack, remembered } from "../../../infra/local/stack.ts";
import { synthesizeService } from "../../../infra/local/synthesis.ts";
import { thoroughTest } from "../../support/runs.ts";
import { makeDirectory } from "./support.ts";
import { waysToSave } from "./waysToSave.ts";

/** What is made, the number of times that it was. */
function counting() {
  let made = 0;
  return async () => {
    made += 1;
    return { made };
  };
}

thoroughTest("the stack is the same, whether it is synthesized or remembered", async () => {
  const synthesized = synthesizeService();
  expect(await readStack()).toEqual(synthesized);
  expect(await readStack()).toEqual(synthesized);
});

test("a value is not made again from the same version", async () => {
  const make = counting();
  const file = join(makeDirectory(), "new", "value.json");
  expect(await remembered({ file, version: "1" }, make)).toEqual({ made: 1 });
  expect(await remembered({ file, version: "1" }, make)).toEqual({ made: 1 });
  expect(await remembered({ file, version: "2" }, make)).toEqual({ made: 2 });
  expect(readdirSync(join(file, ".."))).toEqual(["value.json"]);
});

test("what can't be written is made each time", async () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, "file"), "");
  const make = counting();
  const file = join(directory, "file", "value.json");
  expect(await remembered({ file, version: "1" }, make)).toEqual({ made: 1 });
  expect(await remembered({ file, version: "1" }, make)).toEqual({ made: 2 });
});

describe("the versions of files", () => {
  const versions = (folder: string) => versionsOf([folder], (path) => path.endsWith(".ts"));

  test.each(Object.entries(waysToSave))("differ after a save %s", (_, save) => {
    const folder = makeDirectory();
    const file = join(folder, "code.ts");
    writeFileSync(file, "1\n");
    const before = versions(folder);
    save(file, "2\n");
    expect(differences(before, versions(folder))).toEqual([file]);
  });

  test("are those of wanted files, of which some may come or go", () => {
    const folder = makeDirectory();
    mkdirSync(join(folder, "deep"));
    writeFileSync(join(folder, "old.ts"), "");
    const before = versions(folder);
    writeFileSync(join(folder, "notes.md"), "");
    expect(differences(before, versions(folder))).toEqual([]);
    writeFileSync(join(folder, "deep", "new.ts"), "");
    rmSync(join(folder, "old.ts"));
    // As a file that goes between the two readings of its folder.
    symlinkSync(join(folder, "gone"), join(folder, "gone.ts"));
    expect(differences(before, versions(folder)).toSorted()).toEqual(
      ["deep/new.ts", "gone.ts", "old.ts"].map((name) => join(folder, name)),
    );
  });
});
