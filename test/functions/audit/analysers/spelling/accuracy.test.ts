import { describe, expect, it } from "vitest";
import { FORMS, measureFalseAlarms, measureRecall } from "./accuracy.ts";
import { HELD_OUT_PAGES, TUNED_PAGES } from "./businessPages.ts";
import { TRADE_WORDS } from "./tradeWords.ts";

describe("of 200 misspellings by chance", () => {
  it("at least 92 % are certain in prose", () => {
    const { certain, others } = measureRecall(HELD_OUT_PAGES, { form: "lower case", seed: 2 });
    expect(certain).toBeGreaterThanOrEqual(184);
    expect(others).toEqual([]);
  });

  it.each(FORMS.slice(1))("at least 85 %% are reported with a capital, in %s", (form) => {
    const { certain, possible, others } = measureRecall(HELD_OUT_PAGES, { form, seed: 2 });
    expect(certain + possible).toBeGreaterThanOrEqual(170);
    expect(others).toEqual([]);
  });
});

describe("nothing is reported", () => {
  it("of pages of small businesses", () => {
    expect(measureFalseAlarms([...TUNED_PAGES, ...HELD_OUT_PAGES])).toEqual([]);
  });

  it("of words of trades", () => {
    expect(TRADE_WORDS.length).toBeGreaterThanOrEqual(300);
    const sentences = TRADE_WORDS.map(
      (word) => `We offer the best ${word} for all of your friends.`,
    );
    expect(measureFalseAlarms(sentences).length).toBeLessThanOrEqual(3);
  });
});
