import * as z from "zod/mini";
import { log } from "../../../../shared/log.ts";
import type { Page } from "../../../../shared/pages/page.ts";
import {
  clip,
  count,
  detailsOf,
  detailText,
  type Finding,
  MAX_DETAILS,
  readablePages,
} from "../finding.ts";
import { loadDictionary } from "./dictionary.ts";
import { findErrors } from "./findErrors.ts";
import { languageOf } from "./language.ts";

export const spellingData = z.strictObject({
  spelling_error_count_total: count,
  pages_checked_count: count,
  /** Pages in another language, or in one that could not be told. */
  pages_not_checked_count: count,
  details: detailsOf(z.strictObject({ word: detailText, pages_count: count, url: detailText })),
});

export type SpellingData = z.infer<typeof spellingData>;

/**
 * Counts the misspelled words of English pages: each word once per page that it is on. What is
 * left out, `words.ts` and `findErrors.ts` say. Pages in other languages count 0, and the log says
 * so. The dictionary is loaded when there is an English page.
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
