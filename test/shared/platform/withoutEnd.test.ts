import { expect, test } from "vitest";
import { withoutEnd } from "../../../shared/vocabulary/texts.ts";
import { expectLinearTime } from "../../support/processorTime.ts";

test.each([
  ["acme.example..", ".", "acme.example"],
  ["...", ".", ""],
  ["", ".", ""],
  ["word.)", ".)", "word"],
  [".a.b", ".", ".a.b"],
])("%j without %j at its end is %j", (text, characters, rest) => {
  expect(withoutEnd(text, characters)).toBe(rest);
});

test("what a text ends with is removed in linear time, also where something follows it", async () => {
  await expectLinearTime(100_000, (size) => () => withoutEnd(`${".".repeat(size)}x`, "."));
});
