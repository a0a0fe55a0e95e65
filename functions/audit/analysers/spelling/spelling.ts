import * as z from "zod/mini";
import { log } from "../../../../shared/log.ts";
import type { Page } from "../../../../shared/pages/page.ts";
import {
  clip,
  count,
  defineAnalyser,
  detailsOf,
  detailText,
  type Finding,
  MAX_DETAILS,
  readablePages,
} from "../../analyser.ts";
import { loadDictionary } from "./dictionary.ts";
import { findErrors } from "./findErrors.ts";

export const spellingData = z.strictObject({
  spelling_error_count_total: count,
  pages_checked_count: count,
  /** Pages in another language, or in one that could not be told. */
  pages_not_checked_count: count,
  details: detailsOf(z.strictObject({ word: detailText, pages_count: count, url: detailText })),
});

export type SpellingData = z.infer<typeof spellingData>;

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
 * Counts the misspelled words of English pages: each word once per page that it is on. What is
 * left out, `findErrors.ts` says. Pages in other languages count 0, and the log says so. The
 * dictionary is loaded when there is an English page.
 *
 * `success`: none; `warning`: some; `info`: there was no English page to check.
 */
export async function analyseSpelling(
  pages: Page[],
  load = loadDictionary,
): Promise<Finding<SpellingData>> {
  const languages = Map.groupBy(readablePages(pages), languageOf);
  const english = languages.get("en") ?? [];
  languages.delete("en");
  const others = [...languages].map(([language, { length }]) => [language, length] as const);
  if (others.length > 0)
    log("info", "spelling is not checked: there is no dictionary for the language", {
      pages: Object.fromEntries(others.slice(0, MAX_DETAILS)),
    });
  const errors = english.length === 0 ? [] : findErrors(english, await load());
  const total = errors.reduce((sum, { pages_count }) => sum + pages_count, 0);
  return {
    status: english.length === 0 ? "info" : total === 0 ? "success" : "warning",
    data: {
      spelling_error_count_total: total,
      pages_checked_count: english.length,
      pages_not_checked_count: others.reduce((sum, [, length]) => sum + length, 0),
      details: errors.slice(0, MAX_DETAILS).map((error) => ({ ...error, url: clip(error.url) })),
    },
  };
}

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

export const spelling = defineAnalyser({
  feature: "spelling",
  category: "website",
  items: { spelling: spellingData },
  reads: "everyPage",
  notNews: ["pages_checked_count", "pages_not_checked_count"],
  analyse: async ({ pages }) => ({ findings: { spelling: await analyseSpelling(pages) } }),
  summarise: ({ spelling }) => ({
    spelling_error_count_total: spelling?.data.spelling_error_count_total ?? 0,
  }),
});
