import type { Page } from "../../pages/page.ts";

/** What a page says about its language. */
export interface LanguageSample {
  /** The primary subtag of `<html lang>`, or an empty text. */
  declared: string;
  words: number;
  /** How many of them are English function words. */
  functional: number;
}

/** Frequent English words that are rare, or no words, in German, French, Spanish, Italian, Dutch, Danish and Swedish. */
const FUNCTION_WORDS = new Set(
  "the and of with that you your are our this from it its as can will not they his her which".split(
    " ",
  ),
);

/** Frequent words of other languages that are no English words, without those with accents. */
const OTHER_WORDS = new Set(
  `al alla alle att au aux avec che con da dans das de degli dei del della der des det di du een ein eine el em
  es est et het il ist jest je las le les los mit nicht och oder os para por que qui sind som sont sur um una
  und une vom von voor zum zur`.split(/\s+/),
);
const LEAST_OTHER_WORDS = 2;

const SAMPLE_CHARACTERS = 5000;
const MOSTLY_ENGLISH = 0.1;
const SHARE_OF_PAGE = 0.04;
const MIN_WORDS_OF_SITE = 10;
const MIN_WORDS_OF_PAGE = 50;

/**
 * Groups a website's pages by language: a primary language subtag such as `en`, or `unknown`. The language
 * is that of `<html lang>`. A page without it is English if a tenth of its words are English function words;
 * if it has fewer than 50 words, the words of all pages without it are counted. A page that declares English
 * may be wrong, as templates often are: with fewer than 4 % of function words, a page of 50 words or more is
 * `unknown`. A shorter page with as few is `unknown` if such long pages are at least as many as those in English.
 */
export function byLanguage<Each extends LanguageSample>(pages: Each[]): Map<string, Each[]> {
  const undeclared = pages.filter(({ declared }) => declared === "");
  const words = sum(undeclared.map((sample) => sample.words));
  const functional = sum(undeclared.map((sample) => sample.functional));
  const isEnglish = words >= MIN_WORDS_OF_SITE && isMostlyEnglish({ words, functional });
  const candidates = pages.filter(mayBeEnglish);
  const others = candidates.filter((page) => isLong(page) && hasFewFunctionWords(page)).length;
  const isMostlyOther =
    others > 0 && others >= candidates.filter((page) => !hasFewFunctionWords(page)).length;
  return Map.groupBy(pages, (page) => {
    const { declared } = page;
    if (!mayBeEnglish({ declared })) return /^[a-z]{2,3}$/.test(declared) ? declared : "unknown";
    if (declared === "" && isLong(page)) return isMostlyEnglish(page) ? "en" : "unknown";
    if (declared === "" && !isEnglish) return "unknown";
    const isDoubted = isMostlyOther || isLong(page);
    return isDoubted && hasFewFunctionWords(page) ? "unknown" : "en";
  });
}

function isMostlyEnglish({ words, functional }: Omit<LanguageSample, "declared">): boolean {
  return functional >= words * MOSTLY_ENGLISH;
}

function isLong({ words }: LanguageSample): boolean {
  return words >= MIN_WORDS_OF_PAGE;
}

function hasFewFunctionWords({ words, functional }: LanguageSample): boolean {
  return functional < Math.max(1, words * SHARE_OF_PAGE);
}

/** Counts the words of the beginning of a page, unless it is declared to be in another language. */
export function sampleLanguage({ lang = "", text }: Pick<Page, "lang" | "text">): LanguageSample {
  const declared = lang.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (!mayBeEnglish({ declared })) return { declared, words: 0, functional: 0 };
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
  const functional = words.filter((word) => FUNCTION_WORDS.has(word)).length;
  return { declared, words: words.length, functional };
}

/**
 * Whether two or more words of a text have accents or are small words of other languages (`à la carte` alone is
 * no French text): with unknown words they are two thirds, or a third where no small word is English.
 */
export function isInOtherLanguage(text: string, unknown: number): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const others = words.filter((word) => OTHER_WORDS.has(word) || ACCENTED.test(word)).length;
  const isMostlyOther = (others + unknown) * 3 >= words.length * 2;
  const isPartlyOther = others * 3 >= words.length && !hasEnglishWord(text);
  return others >= LEAST_OTHER_WORDS && (isMostlyOther || isPartlyOther);
}

/** Whether a text has a small word that is English only. */
export function hasEnglishWord(text: string): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => FUNCTION_WORDS.has(word));
}

/** A letter beyond a to z. */
const ACCENTED = /[^a-z]/;

/** Whether a page does not declare another language. */
export function mayBeEnglish({ declared }: Pick<LanguageSample, "declared">): boolean {
  return declared === "" || declared === "en";
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
