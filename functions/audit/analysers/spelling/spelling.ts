import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { type AnalyserResult, defineAnalyser } from "../../analyser.ts";
import {
  clip,
  count,
  detailsOf,
  detailText,
  type Fault,
  type Finding,
  type IgnoredFaults,
  MAX_DETAILS,
} from "../../finding.ts";
import { isReadable, type Page } from "../../pages/page.ts";
import { sentence, suggestion } from "./faults.ts";
import { findErrors, type PagesLeft, type SpellingError } from "./findErrors.ts";
import { findPlainErrors } from "./findPlainErrors.ts";
import { byLanguage, type LanguageSample, mayBeEnglish, sampleLanguage } from "./language.ts";
import { type PackedPage, packPage, unpackPage } from "./packedPage.ts";
import { findSentence } from "./sentence.ts";
import { loadVocabulary, loadWords } from "./vocabulary.ts";
import { hasWords } from "./words/readWords.ts";

export const spellingData = z.strictObject({
  spelling_error_count_total: z.optional(
    described(
      count,
      "How many words are surely misspelled, each once per page; absent: no page was checked.",
      1,
    ),
  ),
  pages_checked_count: described(count, "How many pages were checked.", 24),
  pages_not_checked_count: described(
    count,
    "Pages in another language than English, or in one that could not be told.",
    1,
  ),
  details: described(
    detailsOf(
      z.strictObject({
        word: described(detailText, "The word as it stands.", "recieve"),
        verdict: described(
          z.enum(["certain", "possible"]),
          "`certain`: it is surely misspelled, and counted; `possible`: it may be, and is not counted.",
          "certain",
        ),
        suggestion,
        pages_count: described(count, "How many pages have it.", 1),
        url: described(detailText, "One of these pages.", "https://bakery.example.com/about"),
        sentence,
      }),
    ),
    "Some of what was found; 50 at most.",
  ),
  unchecked: described(
    detailsOf(
      z.strictObject({
        reason: described(
          z.enum([
            "unsupported_language",
            "unknown_language",
            "foreign_text",
            "long_text",
            "many_words",
          ]),
          "`unsupported_language`: the check does not know the language; `unknown_language`: it could not be told. Of other pages a part was not checked: `foreign_text`: it seems to be in another language; `long_text`: it is beyond 50,000 characters; `many_words`: the website has more unknown words than are looked up.",
          "unsupported_language",
        ),
        language: z.optional(
          described(
            detailText,
            "The pages' language, as they say it; absent where it could not be told.",
            "cy",
          ),
        ),
        pages_count: described(count, "How many pages have it.", 1),
      }),
    ),
    "What was not checked, and why; 50 at most.",
  ),
});

export type SpellingData = z.infer<typeof spellingData>;

/** The memory that a page takes besides its text. */
const PAGE_BYTES = 200;
const MAX_WORDS = 1000;
const MAX_SENTENCES = 200;

/**
 * Counts the words of English pages that are surely misspelled, each word once per page. Words that may
 * be misspelled only appear in the details. `findErrors.ts` decides which words are left out. Pages in other
 * languages are only checked if an operator made their words. The vocabulary is only loaded if there is an English page.
 *
 * `success`: none; `warning`: some; `info`: there was no English page to check.
 */
export class SpelledPages {
  readonly #pages: (LanguageSample & { packed?: PackedPage })[] = [];
  bytes = 0;

  add(page: Page) {
    if (!isReadable(page)) return;
    const sample = sampleLanguage(page);
    // Whether pages that declare no language are English is decided when all pages have been read.
    const packed = mayBeEnglish(sample) || hasWords(sample.declared) ? packPage(page) : undefined;
    this.bytes += PAGE_BYTES + (packed?.length ?? 0);
    this.#pages.push({ ...sample, ...(packed && { packed }) });
  }

  find(load = loadVocabulary): SpellingMaterial {
    const { en: english = [], ...others } = Object.fromEntries(byLanguage(this.#pages));
    const left = { foreign_text: 0, long_text: 0, many_words: 0 };
    const errors = english.length === 0 ? [] : findErrors(unpack(english), load("en"), left);
    const [offered, unsupportedOnes] = [true, false].map((isOffered) =>
      Object.entries(others).filter(([language]) => hasWords(language) === isOffered),
    );
    for (const [language, pages] of offered ?? [])
      errors.push(...findPlainErrors(unpack(pages), loadWords(language), left));
    const checked = [english, ...(offered ?? []).map(([, pages]) => pages)].flat();
    const total = totalOf(errors);
    const words = addSentences(errors.slice(0, MAX_WORDS), checked);
    const unchecked = (unsupportedOnes ?? [])
      .map(([language, { length: pages_count }]) => unsupported(language, pages_count))
      .toSorted((a, b) => b.pages_count - a.pages_count);
    return {
      status: checked.length === 0 ? "info" : total === 0 ? "success" : "warning",
      data: {
        ...(checked.length > 0 && { spelling_error_count_total: total }),
        pages_checked_count: checked.length,
        pages_not_checked_count: unchecked.reduce((sum, { pages_count }) => sum + pages_count, 0),
        details: detailsOfWords(words),
        unchecked: [...unchecked, ...inPart(left)].slice(0, MAX_DETAILS),
      },
      words,
      more_count: errors.length - words.length,
    };
  }
}

type Misspelling = SpellingError & { sentence?: string };

interface SpellingMaterial extends Finding<SpellingData> {
  /** Up to 1,000 words, certain ones first. */
  words: Misspelling[];
  more_count: number;
}

/** On how many pages words are that are surely misspelled, each once per page. */
function totalOf(words: SpellingError[]): number {
  return words
    .filter(({ verdict }) => verdict === "certain")
    .reduce((sum, { pages_count }) => sum + pages_count, 0);
}

function detailsOfWords(words: Misspelling[]): SpellingData["details"] {
  return words.slice(0, MAX_DETAILS).map(({ pages: _, ...word }) => word);
}

/** The finding about one website, without words that are ignored there, and everything that is wrong. */
function tellSpelling(
  { status, data, words, more_count }: SpellingMaterial,
  { isIgnored }: IgnoredFaults,
): AnalyserResult<typeof items> {
  const { spelling_error_count_total: total } = data;
  // There was no page to check.
  if (total === undefined) return { findings: { spelling: { status, data } } };
  // A word that is ignored as a possible mistake is no certain one later, nor the other way round.
  const told = words.filter(
    (word) => !isIgnored({ ...faultOf(word), code: CODES[OTHER[word.verdict]] }),
  );
  const counted = told.filter((word) => !isIgnored(faultOf(word)));
  const left = total - totalOf(words) + totalOf(counted);
  const details = detailsOfWords(counted);
  return {
    findings: {
      spelling: {
        status: left === 0 ? "success" : "warning",
        data: { ...data, spelling_error_count_total: left, details },
      },
    },
    faults: told.map(faultOf),
    more_faults_count: more_count,
    // Words beyond those that are looked up.
    mayRemain: () => data.unchecked.some(({ reason }) => reason === "many_words"),
  };
}

function faultOf({ word, verdict, suggestion, sentence, pages, pages_count }: Misspelling): Fault {
  const detail = { suggestion, ...(sentence && { sentence }) };
  return { code: CODES[verdict], subject: word, detail, pages, pages_count };
}

const CODES = { certain: "misspelled_word", possible: "possible_misspelling" } as const;
const OTHER = { certain: "possible", possible: "certain" } as const;

const items = { spelling: spellingData };

/** The errors, of which the first have the text around the word on its page. */
function addSentences(errors: SpellingError[], pages: { packed?: PackedPage }[]): Misspelling[] {
  const byPage = Map.groupBy(errors.slice(0, MAX_SENTENCES), ({ url }) => url);
  const sentences = new Map<SpellingError, string>();
  for (const { url, title = "", text, labels = [] } of unpack(pages)) {
    for (const error of byPage.get(url) ?? []) {
      const sentence = findSentence(error.word, [...text, title, ...labels]);
      if (sentence) sentences.set(error, sentence);
    }
  }
  return errors.map((error) => {
    const sentence = sentences.get(error);
    const pages = error.pages.map(clip);
    return { ...error, url: clip(error.url), pages, ...(sentence && { sentence }) };
  });
}

function* unpack(pages: { packed?: PackedPage }[]) {
  for (const { packed } of pages) if (packed) yield unpackPage(packed);
}

function unsupported(language: string, pages_count: number): SpellingData["unchecked"][number] {
  if (language === "unknown") return { reason: "unknown_language", pages_count };
  return { reason: "unsupported_language", language, pages_count };
}

function inPart(left: PagesLeft): SpellingData["unchecked"] {
  const reasons = ["foreign_text", "long_text", "many_words"] as const;
  return reasons
    .map((reason) => ({ reason, pages_count: left[reason] }))
    .filter(({ pages_count }) => pages_count > 0);
}

export const spelling = defineAnalyser({
  feature: "spelling",
  explanation:
    "Checks pages in English. Names, words of code, addresses, words that are on more than half of the pages, and blocks in other languages are left out. `certain` words are counted; `possible` ones are only listed. At most 50,000 characters of a page are read, and 2,000 unknown words of a website are looked up; whatever is left out is listed in `unchecked`.",
  category: "website",
  items,
  reads: "everyPage",
  notNews: ["pages_checked_count", "pages_not_checked_count", "unchecked", "sentence"],
  collect: () => new SpelledPages(),
  analyse: async (_crawl, _site, pages) => pages.find(),
  tell: tellSpelling,
  summary: { spelling_error_count_total: spellingData.shape.spelling_error_count_total },
  whenOff: { spelling_error_count_total: 0 },
  summarise: ({ spelling: { data: { spelling_error_count_total } = {} } = {} }) =>
    spelling_error_count_total === undefined ? {} : { spelling_error_count_total },
});
