import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readStack } from "../../../infra/local/stack.ts";

const CACHE = "node_modules/.cache/stack.json";

test("the stack is the same, whether it is synthesized or read from its cache", async () => {
  rmSync(CACHE, { force: true });
  const synthesized = await readStack();
  expect(synthesized.functions.map(({ name }) => name)).toContain("websites");
  expect(await readStack()).toEqual(synthesized);
  writeFileSync(CACHE, "{");
  expect(await readStack()).toEqual(synthesized);
});
