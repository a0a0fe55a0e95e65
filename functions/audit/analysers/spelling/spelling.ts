import * as z from "zod/mini";
import type { Page } from "../../../../shared/pages/page.ts";
import {
  clip,
  count,
  defineAnalyser,
  detailsOf,
  detailText,
  type Finding,
  isReadable,
  MAX_DETAILS,
} from "../../analyser.ts";
import { findErrors } from "./findErrors.ts";
import { byLanguage, type LanguageSample, mayBeEnglish, sampleLanguage } from "./language.ts";
import { type PackedPage, packPage, unpackPage } from "./packedPage.ts";
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

/** Of a page without its text. */
const PAGE_BYTES = 200;

/**
 * Counts the words of English pages that are surely misspelled: each word once per page that it is
 * on. What may be misspelled is in the details only. What is left out, `findErrors.ts` says. The
 * vocabulary is loaded when there is an English page; pages in other languages are not checked.
 *
 * `success`: none; `warning`: some; `info`: there was no English page to check.
 */
export class SpelledPages {
  readonly #pages: (LanguageSample & { packed?: PackedPage })[] = [];
  bytes = 0;

  add(page: Page) {
    if (!isReadable(page)) return;
    const sample = sampleLanguage(page);
    // Whether pages that do not say it are English is known when all of them are.
    const packed = mayBeEnglish(sample) ? packPage(page) : undefined;
    this.bytes += PAGE_BYTES + (packed?.length ?? 0);
    this.#pages.push({ ...sample, ...(packed && { packed }) });
  }

  find(load = loadVocabulary): Finding<SpellingData> {
    const { en: english = [], ...others } = Object.fromEntries(byLanguage(this.#pages));
    const errors = english.length === 0 ? [] : findErrors(unpack(english), load("en"));
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
}

function* unpack(pages: { packed?: PackedPage }[]) {
  for (const { packed } of pages) if (packed) yield unpackPage(packed);
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
  collect: () => new SpelledPages(),
  analyse: async (_crawl, _context, pages) => ({ findings: { spelling: pages.find() } }),
  summarise: ({ spelling }) => ({
    spelling_error_count_total: spelling?.data.spelling_error_count_total ?? 0,
  }),
});
