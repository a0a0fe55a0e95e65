import * as z from "zod/mini";
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
import { findErrors } from "./findErrors.ts";
import { byLanguage } from "./language.ts";
import { loadVocabulary } from "./vocabulary.ts";

export const spellingData = z.strictObject({
  spelling_error_count_total: count,
  pages_checked_count: count,
  /** Pages in another language, or in one that could not be told. */
  pages_not_checked_count: count,
  /** Certain ones first. */
  details: detailsOf(
    z.strictObject({
      word: detailText,
      verdict: z.enum(["certain", "possible"]),
      suggestion: detailText,
      pages_count: count,
      url: detailText,
    }),
  ),
  /** Why pages were not checked. */
  unchecked: detailsOf(
    z.strictObject({
      reason: z.enum(["unsupported_language", "unknown_language"]),
      language: z.optional(detailText),
      pages_count: count,
    }),
  ),
});

export type SpellingData = z.infer<typeof spellingData>;

/**
 * Counts the words of English pages that are surely misspelled: each word once per page that it is
 * on. What may be misspelled is in the details only. What is left out, `findErrors.ts` says. The
 * vocabulary is loaded when there is an English page; pages in other languages are not checked.
 *
 * `success`: none; `warning`: some; `info`: there was no English page to check.
 */
export function analyseSpelling(pages: Page[], load = loadVocabulary): Finding<SpellingData> {
  const { en: english = [], ...others } = Object.fromEntries(byLanguage(readablePages(pages)));
  const errors = english.length === 0 ? [] : findErrors(english, load("en"));
  const total = errors
    .filter(({ verdict }) => verdict === "certain")
    .reduce((sum, { pages_count }) => sum + pages_count, 0);
  const unchecked = Object.entries(others)
    .map(([language, { length: pages_count }]) => unsupported(language, pages_count))
    .toSorted((a, b) => b.pages_count - a.pages_count);
  return {
    status: english.length === 0 ? "info" : total === 0 ? "success" : "warning",
    data: {
      spelling_error_count_total: total,
      pages_checked_count: english.length,
      pages_not_checked_count: unchecked.reduce((sum, { pages_count }) => sum + pages_count, 0),
      details: errors.slice(0, MAX_DETAILS).map((error) => ({ ...error, url: clip(error.url) })),
      unchecked: unchecked.slice(0, MAX_DETAILS),
    },
  };
}

function unsupported(language: string, pages_count: number): SpellingData["unchecked"][number] {
  if (language === "unknown") return { reason: "unknown_language", pages_count };
  return { reason: "unsupported_language", language, pages_count };
}

export const spelling = defineAnalyser({
  feature: "spelling",
  category: "website",
  items: { spelling: spellingData },
  reads: "everyPage",
  notNews: ["pages_checked_count", "pages_not_checked_count", "unchecked"],
  analyse: async ({ pages }) => ({ findings: { spelling: analyseSpelling(pages) } }),
  summarise: ({ spelling }) => ({
    spelling_error_count_total: spelling?.data.spelling_error_count_total ?? 0,
  }),
});
