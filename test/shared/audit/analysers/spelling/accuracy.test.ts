import { describe, expect, it } from "vitest";
import { findErrors } from "../../../../../shared/audit/analysers/spelling/findErrors.ts";
import { loadVocabulary } from "../../../../../shared/audit/analysers/spelling/words/vocabulary.ts";
import type { Page } from "../../../../../shared/audit/pages/page.ts";
import { HELD_OUT_PAGES, TUNED_PAGES } from "./businessPages.ts";
import { TRADE_WORDS } from "./tradeWords.ts";

/** What is reported of texts without mistakes, each on a page of its own. */
function falseAlarmsOf(texts: readonly string[]): string[] {
  const pages = texts.map((text, index): Page => {
    const url = `https://example.com/${index}`;
    const emptyPage = {
      links: [],
      headings: [],
      jsonLd: [],
      meta: {},
      feeds: [],
      telephoneLinks: [],
    };
    return { url, status: 200, depth: 1, text: [text], ...emptyPage };
  });
  return findErrors(pages, loadVocabulary()).map(({ word }) => word);
}

describe("nothing is reported", () => {
  it("of pages of small businesses", () => {
    expect(falseAlarmsOf([...TUNED_PAGES, ...HELD_OUT_PAGES])).toEqual([]);
  });

  it("of words of trades", () => {
    const sentences = TRADE_WORDS.map(
      (word) => `We offer the best ${word} for all of your friends.`,
    );
    expect(falseAlarmsOf(sentences).length).toBeLessThanOrEqual(3);
  });
});
