import {
  collectWords,
  type ReadPage,
  type WayOfReading,
  WordUsage,
  type Written,
} from "./siteWords.ts";
import {
  COMMON,
  type Derivation,
  FREQUENT,
  RARE,
  type Slip,
  type Vocabulary,
} from "./words/vocabulary.ts";
import type { WordLookup } from "./words.ts";

/** `certain` is counted; `possible` is only mentioned in the details. */
type Verdict = "certain" | "possible";

export interface SpellingError {
  word: string;
  verdict: Verdict;
  /** What was probably meant. */
  suggestion: string;
  pages_count: number;
  /** The first page that it is on. */
  url: string;
  /** Some of these pages. */
  pages: string[];
}

/** The most words for which the words they may stand for are searched. */
export const MAX_SLIPS_TRIED = 2000;
const MIN_PAGES_OF_A_TEMPLATE = 3;

/**
 * The misspelled words of pages in one language, certain ones first, then the most frequent first. Common
 * misspellings are certain, unless they are words of the host name or more pages have them in code;
 * `judgeWord` decides about other words. Left out are:
 * - words of code, of file names, of the host name and of addresses of other hosts
 * - names: words that mostly have a capital where only names have one; words that are never written in lower case,
 *   unless they are common misspellings; words on more than half of the pages, if there are three or more pages
 * - blocks in another language: more than a third of eight or more words are unknown, or all of fewer
 *   words, and not all of these are slips; or two thirds are unknown or words of other languages. On a page
 *   with one of the latter, and where `isMixed`, blocks without a small word of English
 * - words that may be right, where `isMixed`
 *
 * Adds the pages that it left out in part to `skipped`.
 */
export function findErrors(
  pages: Iterable<ReadPage>,
  vocabulary: Vocabulary,
  {
    skipped = { foreign_text: 0, long_text: 0, many_words: 0 },
    isMixed = false,
  }: Partial<WayOfReading> = {},
): SpellingError[] {
  const usage = new WordUsage(vocabulary);
  const lookup = { rankOf: usage.rankOf, isSlip: slipLookup(vocabulary) };
  const { candidates, terms, codeWords, linked, count, host } = collectWords(pages, lookup, {
    skipped,
    isMixed,
  });
  usage.hasCode = codeWords.size > 0;
  const mostPages = count < MIN_PAGES_OF_A_TEMPLATE ? count : count / 2;
  const errors: SpellingError[] = [];
  const timesOf = countForms(candidates);
  let tried = 0;
  for (const [word, { pages_count, url, pages, ...written }] of candidates) {
    const where = { pages_count, url, pages };
    const listed = vocabulary.meantBy(word);
    const isTerm = listed
      ? (codeWords.get(word) ?? 0) > pages_count
      : terms.has(word) || codeWords.has(word) || codeWords.has(stemOf(word));
    if (isTerm || host.includes(word)) continue;
    if (written.asName >= written.lower + written.opening) continue;
    if (listed) {
      errors.push({ word, verdict: "certain", suggestion: listed, ...where });
    } else if (pages_count <= mostPages && written.lower > 0) {
      tried += 1;
      if (tried > MAX_SLIPS_TRIED) {
        skipped.many_words = Math.max(skipped.many_words, pages_count);
        continue;
      }
      const slips = vocabulary
        .slipsOf(word)
        .filter(({ meant, rank }) => rank > RARE || !codeWords.has(meant));
      const derivation = vocabulary.derivationOf(word);
      const times = timesOf.get(stemOf(word)) ?? 0;
      const judged = judgeWord(word, { slips, written, usage, derivation, times });
      const isSure = !isMixed || judged?.verdict === "certain";
      if (judged && isSure && !linked.has(word)) errors.push({ word, ...judged, ...where });
    }
  }
  return errors.sort(order);
}

/** How often the words of each stem are written. */
function countForms(candidates: ReadonlyMap<string, Written>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word, { lower, opening, asName }] of candidates) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + lower + opening + asName);
  }
  return counts;
}

function order(a: SpellingError, b: SpellingError): number {
  if (a.verdict !== b.verdict) return a.verdict === "certain" ? -1 : 1;
  return b.pages_count - a.pages_count || (a.word < b.word ? -1 : 1);
}

/** A word that is written more often is a term, unless the word it may stand for is far more frequent. */
const MAX_SLIP_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;
/** Shorter words are often one slip from another word by chance. */
const [SHORT, LONG] = [5, 7];
/** A website with more words uses most of them twice, so the word that was meant is somewhere on it. */
const LARGE_SITE_WORDS = 20_000;

interface Judged {
  slips: Slip[];
  written: Written;
  usage: WordUsage;
  derivation: Derivation;
  /** How often the website writes the word in all its forms. */
  times: number;
}

interface UsedSlip extends Slip {
  /** How often the website uses the word that was meant. */
  uses: number;
}

/**
 * Decides whether a word is surely or possibly a misspelling, and of which word. `slips` are the words from
 * which it is one slip.
 */
function judgeWord(
  word: string,
  { slips, written, usage, derivation, times }: Judged,
): { verdict: Verdict; suggestion: string } | undefined {
  const likely = slips
    .map((slip) => ({ ...slip, uses: usage.of(slip.meant) }))
    .toSorted((a, b) => likelihood(b) - likelihood(a));
  const isUsed = usage.hasCode || usage.words > LARGE_SITE_WORDS;
  const certain = likely.find((slip) => isCertain(word, slip, { times, isUsed }));
  if (certain) {
    const isWord = written.lower > written.asTerm || isNoTerm(word, certain, times);
    const isSlip =
      derivation === "none" || (derivation === "possible" && mayHideSlip(word, certain, times));
    if (isWord && isSlip) return { verdict: "certain", suggestion: certain.meant };
  }
  const first = certain ?? likely[0];
  const isPossible = first && (first.rank > RARE || first.uses > 0);
  return isPossible && derivation === "none"
    ? { verdict: "possible", suggestion: first.meant }
    : undefined;
}

/**
 * Whether a word in the place of a term is rather a slip from a word that the website often uses. A term may be
 * such a word cut short or lengthened: `removeh`.
 */
function isNoTerm(word: string, { rank, at, uses }: UsedSlip, times: number): boolean {
  const isInside = at > 0 && at < word.length - 1;
  return (
    isInside && rank === FREQUENT && word.length > SHORT && uses >= times * MEANT_TIMES_WRITTEN
  );
}

/**
 * Whether a word that could be made of others is rather a slip from a frequent word that the website uses:
 * `carefull`, `diplay`. A wrong letter is no sign of one: `datalog` is no `catalog`.
 */
function mayHideSlip(word: string, { rank, kind, at, uses }: UsedSlip, times: number): boolean {
  if (kind === "wrong" || (kind === "added" && at === word.length - 1 && !isDoubled(word)))
    return false;
  return (
    rank === FREQUENT &&
    at > 0 &&
    times <= MAX_SLIP_WRITTEN &&
    uses >= times * (word.length > LONG ? 1 : MEANT_TIMES_WRITTEN)
  );
}

function isDoubled(word: string): boolean {
  return word.at(-1) === word.at(-2);
}

/** `isUsed`: only a word that the website uses can have been meant, as it names programs or has many words. */
function isCertain(
  word: string,
  { meant, rank, kind, at, uses }: UsedSlip,
  { times, isUsed }: { times: number; isUsed: boolean },
): boolean {
  const { length } = word;
  if (isUsed && uses === 0) return false;
  if (times > MAX_SLIP_WRITTEN && uses < times * MEANT_TIMES_WRITTEN) return false;
  // It may be the singular or the plural of a word.
  if (word.includes("'") || isPlural(word, meant) || isPlural(meant, word)) return false;
  // The spelling of other languages, and names of programs: `direktor`, `programa`, `systemd`.
  if (word.charAt(at) === "k" && meant.charAt(at) === "c") return false;
  if (kind !== "swapped" && (at === 0 || at >= length - 1)) {
    const isOften = uses >= times * MEANT_TIMES_WRITTEN;
    return !isUsed && isOften && length >= SHORT && rank === FREQUENT;
  }
  if (length < SHORT) return uses > 0 && rank === FREQUENT;
  if (rank === COMMON) return uses > 0 || length >= LONG;
  return rank === FREQUENT || (uses >= MEANT_TIMES_WRITTEN && length >= LONG);
}

function isPlural(word: string, singular: string): boolean {
  return word === `${singular}s`;
}

/** Prefers words that the website uses, then frequent words, then any slip to a wrong letter. */
function likelihood({ rank, kind, uses }: Slip & { uses: number }): number {
  return (uses > 0 ? 4 : 0) + rank + (kind === "wrong" ? 0 : 0.5);
}

/** The most words that are looked up. */
const MAX_WORDS = 2000;

/** A word without the ending of its form, so that `muxed` and `muxing` are one term. */
function stemOf(word: string): string {
  return word.replace(/(?:s|e?d|ers?|ing)$/, "");
}

/** Tells whether an unknown word may be a misspelling. Each word is looked up once. */
function slipLookup(vocabulary: Vocabulary): WordLookup["isSlip"] {
  const lookups = new Map<string, boolean>();
  return (word) => {
    const cached = lookups.get(word);
    if (cached !== undefined || lookups.size >= MAX_WORDS) return cached ?? false;
    const isSlip =
      vocabulary.meantBy(word) !== undefined ||
      (vocabulary.derivationOf(word) === "none" &&
        vocabulary.slipsOf(word).some(({ rank }) => rank >= COMMON));
    lookups.set(word, isSlip);
    return isSlip;
  };
}
