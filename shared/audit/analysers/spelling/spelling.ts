import { isReadable, type Page } from "../../pages/page.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../analyser.ts";
import { clip } from "../faults.ts";
import { SiteWords } from "./siteWords.ts";
import { hasDictionary } from "./words/dictionaries.ts";

/** The most languages that are said to be unsupported; a website may declare any number. */
const MAX_LANGUAGES = 10;

/** Frequent English words that are rare, or no words, in German, French, Spanish, Italian, Dutch, Danish and Swedish. */
const FUNCTION_WORDS = new Set(
  "the and of with that you your are our this from it its as can will not they his her which".split(
    " ",
  ),
);

const SAMPLE_CHARACTERS = 5000;
const MOSTLY_ENGLISH = 0.1;
const LEAST_WORDS = 10;
/** A page that declares English is doubted if it has this many words and a smaller share of English ones. */
const [LEAST_DOUBTED_WORDS, SHARE_OF_ENGLISH] = [50, 0.04];

/** Collects the words of the pages that may be checked, and finds the misspelled ones once all have been read. */
class SpellingExamination implements Examination {
  readonly #checked = new Map<string, SiteWords>();
  /** The number of pages in each language that is not checked. */
  readonly #others = new Map<string, number>();

  get bytes() {
    return sum([...this.#checked.values()].map((words) => words.bytes));
  }

  add(page: Page) {
    if (!isReadable(page)) return;
    const language = languageOf(page);
    if (hasDictionary(language)) {
      const words = this.#checked.get(language) ?? new SiteWords(language);
      this.#checked.set(language, words);
      words.add(page);
    } else this.#others.set(language, (this.#others.get(language) ?? 0) + 1);
  }

  examine({ business }: Pick<AuditInput, "business">): Examined {
    const knownForms = new Set(business?.known_words?.map(formOf));
    const isReported = (word: string) => !knownForms.has(formOf(word));
    const checked = [...this.#checked.values()];
    const pages = sum(checked.map((words) => words.pages));
    const faults = checked
      .flatMap(({ errors }) => errors)
      .filter(({ word }) => isReported(word))
      .toSorted((a, b) => b.pages_count - a.pages_count || (a.word < b.word ? -1 : 1))
      .map(({ word, pages, pages_count, ...detail }) => ({
        ...{ code: "misspelled_word", subject: word, detail },
        ...{ pages: pages.map(clip), pages_count },
      }));
    const languages = [...this.#others]
      .filter(([language, count]) => language !== "unknown" || count > pages)
      .toSorted(([, a], [, b]) => b - a)
      .map(([language]) => (language === "unknown" ? "und" : language));
    const unchecked = [
      ["unknown_language", this.#others.get("unknown") ?? 0] as const,
      ...checked.flatMap(({ skipped }) => Object.entries(skipped)),
    ];
    return {
      ...(pages > 0 && {
        ...{ faults, pages_checked_count: pages },
        summary: (open) => ({
          spelling_error_count_total: sum(open.map(({ pages_count }) => pages_count)),
        }),
      }),
      ...(languages.length > 0 && { unsupported_languages: languages.slice(0, MAX_LANGUAGES) }),
      unchecked: unchecked
        .filter(([, count]) => count > 0)
        .map(([reason, count]) => ({ what: "texts" as const, reason, count })),
      // Words beyond those that are looked up.
      mayRemain: ({ subject }) =>
        isReported(subject) && checked.some(({ skipped }) => skipped.many_words > 0),
    };
  }
}

/**
 * The language of a page: a primary language subtag such as `en`, or `unknown`. It is that of `<html lang>`. A page
 * without it is English if a tenth of its words are English function words. A page that declares English may be
 * wrong, as templates often are: with fewer than 4 % of function words, a page of 50 words or more is `unknown`.
 */
function languageOf({ lang = "", text }: Pick<Page, "lang" | "text">): string {
  const declared = lang.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (declared !== "" && declared !== "en")
    return /^[a-z]{2,3}$/.test(declared) ? declared : "unknown";
  const start = text.join(" ").slice(0, SAMPLE_CHARACTERS).toLowerCase();
  const words = start.match(/\p{L}+/gu) ?? [];
  const functional = words.filter((word) => FUNCTION_WORDS.has(word)).length;
  const isEnglish =
    declared === "en"
      ? words.length < LEAST_DOUBTED_WORDS || functional >= words.length * SHARE_OF_ENGLISH
      : words.length >= LEAST_WORDS && functional >= words.length * MOSTLY_ENGLISH;
  return isEnglish ? "en" : "unknown";
}

/** The form in which words are compared with known ones. */
function formOf(word: string): string {
  return word.normalize("NFC").toLowerCase();
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export const spelling: Analyser = {
  feature: "spelling",
  explanation:
    "Checks pages in English, Dutch, French, German and Spanish. Only certain mistakes are reported: common misspellings of English, and words that are one slip from a word that the website uses at least three times as often or, in English, that most people know. Words that the website writes more than three times, words with a capital (except long ones in German), words of code, addresses, the host name, known words of the business and blocks of which a third is unknown are left out. Pages in other languages than English must declare their language (`lang`). At most 50,000 characters of a page and 5,000 unknown words of a website are looked up; whatever is left out is listed in `website_summary_details`.",
  reads: "everyPage",
  begin: () => new SpellingExamination(),
};
