import { test } from "vitest";
import { findErrors } from "../../../../shared/audit/analysers/spelling/findErrors.ts";
import { loadVocabulary } from "../../../../shared/audit/analysers/spelling/words/vocabulary.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";
import { page } from "./support.ts";

test("the spelling check takes four times as long for four times as many pages", () => {
  const word = (n: number) =>
    `the of rooms garden quiet wrld${String.fromCharCode(97 + (n % 26))} holiday`;
  const block = Array.from({ length: 25 }, (_, n) => word(n)).join(" ");
  const vocabulary = loadVocabulary("en");
  expectLinearTime(100, (length) => {
    const pages = Array.from({ length }, (_, n) =>
      page({ url: `https://example.com/${n}`, text: Array(10).fill(block) }),
    );
    return () => findErrors(pages, vocabulary);
  });
});
