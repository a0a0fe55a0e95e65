import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStack, remembered } from "../../../infra/local/stack.ts";
import { synthesizeService } from "../../../infra/local/synthesis.ts";
import { thoroughTest } from "../../support/runs.ts";
import { makeDirectory } from "./support.ts";

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
