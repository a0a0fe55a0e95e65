import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStack, remembered, versionOfFiles } from "../../../infra/local/stack.ts";
import { synthesizeService } from "../../../infra/local/synthesis.ts";
import { makeDirectory } from "./support.ts";

/** What is made, the number of times that it was. */
function counting() {
  let made = 0;
  return async () => {
    made += 1;
    return { made };
  };
}

test("the stack is the same, whether it is synthesized or remembered", async () => {
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

test.each(["", '{"version":"1","val', "null", "7"])(
  "makes the value again when the cache holds %j",
  async (left) => {
    const file = join(makeDirectory(), "value.json");
    writeFileSync(file, left);
    expect(await remembered({ file, version: "1" }, counting())).toEqual({ made: 1 });
    expect(JSON.parse(readFileSync(file, "utf8")).value).toEqual({ made: 1 });
  },
);

test("what can't be written is made each time", async () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, "file"), "");
  const make = counting();
  const file = join(directory, "file", "value.json");
  expect(await remembered({ file, version: "1" }, make)).toEqual({ made: 1 });
  expect(await remembered({ file, version: "1" }, make)).toEqual({ made: 2 });
});

test("a version changes with what is in a folder: a file more, another size, another time", () => {
  const folder = makeDirectory();
  const file = join(folder, "deep", "code.ts");
  mkdirSync(join(folder, "deep"));
  const versions = new Set([versionOfFiles(folder)]);
  const expectAnother = () => {
    const version = versionOfFiles(folder);
    expect(versions).not.toContain(version);
    expect(versionOfFiles(folder)).toBe(version);
    versions.add(version);
  };
  writeFileSync(file, "1");
  expectAnother();
  writeFileSync(file, "12");
  expectAnother();
  utimesSync(file, 1, 1);
  expectAnother();
  // As a file that goes between the two readings of its folder.
  symlinkSync(join(folder, "gone"), join(folder, "gone.ts"));
  expectAnother();
  writeFileSync(join(folder, "notes.md"), "of no matter");
  expect(versions).toContain(versionOfFiles(folder));
});
