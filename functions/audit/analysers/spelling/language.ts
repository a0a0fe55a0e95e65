import type { Page } from "../../../../shared/pages/page.ts";

/** Frequent English words that are rare, or not words, in German, French, Spanish, Italian and Dutch. */
const FREQUENT = new Set(
  "the and of to for with that you your are our this be from by it as at can will have not all they has".split(
    " ",
  ),
);

const SAMPLE_CHARACTERS = 5000;
const SHARE_WITHOUT_LANG = 0.15;
const SHARE_WITH_LANG = 0.04;
const MIN_WORDS = 10;
const MIN_WORDS_WITH_LANG = 50;

/**
 * The language of a page, `en` or another primary language subtag, or `unknown`. `<html lang>`
 * says it, unless it says English (templates do) of 50 words or more that are not. Without it a
 * page is English when at least 15 % of 10 words or more are frequent English ones, otherwise
 * unknown.
 */
export function languageOf({ lang, text }: Pick<Page, "lang" | "text">): string {
  const [declared = ""] = (lang ?? "").trim().toLowerCase().split(/[-_]/);
  if (declared !== "" && declared !== "en")
    return /^[a-z]{2,3}$/.test(declared) ? declared : "unknown";
  const { words, share } = sample(text);
  if (declared === "en")
    return words >= MIN_WORDS_WITH_LANG && share < SHARE_WITH_LANG ? "unknown" : "en";
  return words >= MIN_WORDS && share >= SHARE_WITHOUT_LANG ? "en" : "unknown";
}

function sample(text: string[]) {
  const start: string[] = [];
  let characters = 0;
  for (const block of text) {
    if (characters > SAMPLE_CHARACTERS) break;
    start.push(block.slice(0, SAMPLE_CHARACTERS));
    characters += block.length;
  }
  const words =
    start
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const frequent = words.filter((word) => FREQUENT.has(word)).length;
  return { words: words.length, share: words.length === 0 ? 0 : frequent / words.length };
}
