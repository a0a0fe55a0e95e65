import { describe, expect, test } from "vitest";
import { withoutEnd } from "../shared/withoutEnd.ts";
import { findRegexps, regexpsOf } from "./regexps/find.ts";
import { expectLinearTime } from "./support/processorTime.ts";

describe("the regular expressions of the code", () => {
  test("are found in every place, with their flags", () => {
    const code = `const a: RegExp = /a+/i;\nconst b = (text: string) =>\n  text.split(/, */);`;
    expect(regexpsOf(code, "a.ts")).toEqual([
      { text: "/a+/i", pattern: "a+", flags: "i", place: "a.ts:1" },
      { text: "/, */", pattern: ", *", flags: "", place: "a.ts:3" },
    ]);
    const places = findRegexps("functions/audit").map(({ place }) => place);
    expect(places.map((place) => place.replace(/:.*/, ""))).toEqual(
      expect.arrayContaining([
        "functions/audit/crawl/frontier.ts",
        "functions/audit/pages/robots.ts",
      ]),
    );
  });

  test.each(["new RegExp(text)", "RegExp(text, 'i')"])("may not be made of texts: %s", (code) => {
    expect(() => regexpsOf(`\n${code}`, "a.ts")).toThrow("a.ts:2: a regular expression");
  });
});

test.each([
  ["acme.example..", ".", "acme.example"],
  ["...", ".", ""],
  ["", ".", ""],
  ["word.)", ".)", "word"],
  [".a.b", ".", ".a.b"],
])("%j without %j at its end is %j", (text, characters, rest) => {
  expect(withoutEnd(text, characters)).toBe(rest);
});

test("what a text ends with is removed in linear time, also where something follows it", () => {
  expectLinearTime(100_000, (size) => () => withoutEnd(`${".".repeat(size)}x`, "."));
});
