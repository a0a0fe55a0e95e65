import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isReadable, type Page } from "../../pages/page.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../analyser.ts";
import { clip, type Fault, type FaultKinds } from "../faults.ts";
import { findErrors, type SpellingError } from "./findErrors.ts";
import { findPlainErrors } from "./findPlainErrors.ts";
import { byLanguage, type LanguageSample, mayBeEnglish, sampleLanguage } from "./language.ts";
import type { PagesLeft, ReadPage } from "./siteWords.ts";
import { hasDictionary, importReader, loadDictionary } from "./words/dictionaries.ts";
import { loadVocabulary, normalise, UNKNOWN } from "./words/vocabulary.ts";

/** The memory that a page takes besides its text. */
const PAGE_BYTES = 200;
const MAX_WORDS = 1000;
const MAX_SENTENCES = 200;
/** The most languages that are said to be unsupported; a website may declare any number. */
const MAX_LANGUAGES = 10;

const CODES = { certain: "misspelled_word", possible: "possible_misspelling" } as const;

/** Keeps the pages that may be checked, and finds their misspelled words once all have been read. */
class SpellingExamination implements Examination {
  readonly #pages: (LanguageSample & { packed?: PackedPage })[] = [];
  bytes = 0;

  add(page: Page) {
    if (!isReadable(page)) return;
    const sample = sampleLanguage(page);
    // Whether pages that declare no language are English is decided when all pages have been read.
    const packed =
      mayBeEnglish(sample) || hasDictionary(sample.declared) ? packPage(page) : undefined;
    this.bytes += PAGE_BYTES + (packed?.length ?? 0);
    this.#pages.push({ ...sample, ...(packed && { packed }) });
  }

  /** Only certain mistakes count in the summary. */
  async examine({ business }: Pick<AuditInput, "business">): Promise<Examined> {
    if (this.#pages.some(({ declared, packed }) => packed && !mayBeEnglish({ declared })))
      await importReader();
    const knownForms = new Set(business?.known_words?.map(formOf));
    const isReported = ({ word }: { word: string }) => !knownForms.has(formOf(word));
    const in_part: PagesLeft = { foreign_text: 0, long_text: 0, many_words: 0 };
    const errors: SpellingError[] = [];
    const checked: PackedPage[] = [];
    const others: [language: string, pages: number][] = [];
    for (const [language, pages] of byLanguage(this.#pages)) {
      const isEnglish = language === "en";
      if (!isEnglish && !hasDictionary(language)) {
        others.push([language, pages.length]);
        continue;
      }
      const packed = pages.flatMap((page) => page.packed ?? []);
      checked.push(...packed);
      // Half of the pages or more are in another language, and so may be some of the text on the others.
      const isMixed = pages.length * 2 <= this.#pages.length;
      if (isEnglish)
        errors.unshift(
          ...findErrors(unpack(packed), loadVocabulary(), { skipped: in_part, isMixed }),
        );
      else {
        const isEnglish = (word: string) => loadVocabulary().rankOf(word) > UNKNOWN;
        const dictionary = { ...loadDictionary(language), isEnglish };
        errors.push(...findPlainErrors(unpack(packed), dictionary, in_part));
      }
    }
    const unknown_language = others.find(([language]) => language === "unknown")?.[1] ?? 0;
    const languages = others
      .filter(([language, count]) => language !== "unknown" || count > checked.length)
      .toSorted(([, some], [, others]) => others - some)
      .map(([language]) => (language === "unknown" ? "und" : language));
    const skipped = Object.entries({ unknown_language, ...in_part });
    return {
      ...(checked.length > 0 && ofChecked(errors.filter(isReported), checked)),
      ...(languages.length > 0 && { unsupported_languages: languages.slice(0, MAX_LANGUAGES) }),
      unchecked: skipped
        .filter(([, count]) => count > 0)
        .map(([reason, count]) => ({ what: "texts" as const, reason, count })),
      // Words beyond those that are looked up.
      mayRemain: ({ subject }) => in_part.many_words > 0 && isReported({ word: subject }),
    };
  }
}

/** The form in which words are compared with known ones. */
function formOf(word: string): string {
  return normalise(word.normalize("NFC"));
}

function ofChecked(errors: SpellingError[], checked: PackedPage[]): Examined {
  const reported = errors.slice(0, MAX_WORDS);
  const more = errors.slice(MAX_WORDS).filter(({ verdict }) => verdict === "certain");
  const totalOf = (some: Pick<Fault, "pages_count">[]) =>
    some.reduce((sum, { pages_count }) => sum + pages_count, 0);
  return {
    faults: withSentences(reported, checked),
    more_count: errors.length - reported.length,
    pages_checked_count: checked.length,
    summary: (open) => ({
      spelling_error_count_total: totalOf([
        ...open.filter(({ code }) => code === CODES.certain),
        ...more,
      ]),
    }),
  };
}

/** The faults, of which the first have the text around the word on its page. */
function withSentences(errors: SpellingError[], pages: PackedPage[]): Fault[] {
  const byPage = Map.groupBy(errors.slice(0, MAX_SENTENCES), ({ url }) => url);
  const sentences = new Map<SpellingError, string>();
  for (const { url, title = "", text, labels = [] } of unpack(pages)) {
    for (const error of byPage.get(url) ?? []) {
      const sentence = findSentence(error.word, [...text, title, ...labels]);
      if (sentence) sentences.set(error, sentence);
    }
  }
  return errors.map((error) => {
    const { word, verdict, suggestion, pages_count, pages } = error;
    const sentence = sentences.get(error);
    return {
      ...{ code: CODES[verdict], subject: word, pages: pages.map(clip), pages_count },
      detail: { suggestion, ...(sentence && { sentence }) },
    };
  });
}

function* unpack(pages: PackedPage[]) {
  for (const page of pages) yield unpackPage(page);
}

/** The buffer of zlib, smaller than its default, which is larger than most pages. */
const CHUNK = { chunkSize: 2048 };

/**
 * A page's words and its links to other hosts, deflated. It is a string with a character for each byte,
 * because a small buffer takes more memory than its content.
 */
type PackedPage = string;

/** Packs a page that is read for its spelling. */
function packPage({ url, title, text, labels, codeWords, links }: Page): PackedPage {
  const own = `${URL.parse(url)?.origin}/`;
  const outside = links
    .filter(({ kind, url, valid }) => kind === "a" && valid && !url.startsWith(own))
    .map(({ url }) => url);
  const json = JSON.stringify({ url, title, text, labels, codeWords, outside });
  return deflateRawSync(json, { ...CHUNK, level: 1 }).toString("latin1");
}

function unpackPage(packed: PackedPage): ReadPage {
  const json = inflateRawSync(Buffer.from(packed, "latin1"), CHUNK).toString();
  const { outside, ...page } = JSON.parse(json);
  const links = outside.map((url: string) => ({ url, kind: "a", valid: true }));
  return { ...page, links };
}

const CHARACTERS_AROUND = 80;

/** The text around the first place where one of the texts has the word, from word to word. */
function findSentence(word: string, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const place = findWord(word, text);
    if (place === undefined) continue;
    const start = Math.max(0, place - CHARACTERS_AROUND);
    const end = place + word.length + CHARACTERS_AROUND;
    const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
    const to = end >= text.length ? text.length : text.lastIndexOf(" ", end);
    const part = text.slice(Math.min(from, place), Math.max(to, place + word.length)).trim();
    return `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`.toWellFormed();
  }
  return undefined;
}

/** The index of a whole word in a text. Capitals and forms of apostrophes make no difference. */
function findWord(word: string, text: string): number | undefined {
  const lower = text.replace(/[’ʼ‘]/g, "'").toLowerCase();
  const sought = word.toLowerCase();
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + 1)) {
    const [before = "", after = ""] = [lower[at - 1], lower[at + word.length]];
    if (!/\p{L}/u.test(before) && !/\p{L}/u.test(after)) return at;
  }
  return undefined;
}

const kinds = {
  misspelled_word: { severity: "warning", alias: "possible_misspelling" },
  possible_misspelling: { severity: "info", alias: "misspelled_word" },
} satisfies FaultKinds;

export const spelling: Analyser = {
  feature: "spelling",
  explanation:
    "Checks pages in English, Dutch, French, German and Spanish. Words that are only written with a capital and are no common misspellings, words of code, addresses, words that are on more than half of the pages, known words of the business and blocks in other languages are left out. `misspelled_word` is certain, and counts in the summary; `possible_misspelling` does not, and is left out where half of the pages are in another language. In other languages than English only a word is reported that is one slip from a word that the website uses at least three times as often, and pages must declare their language (`lang`). At most 50,000 characters of a page are read, and 2,000 unknown words of a website are looked up; whatever is left out is listed in `website_summary_details`.",
  kinds,
  reads: "everyPage",
  begin: () => new SpellingExamination(),
};
