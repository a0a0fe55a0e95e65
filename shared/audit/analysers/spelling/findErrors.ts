import { collectWords, type ReadPage, type WayOfReading, WordUsage } from "./siteWords.ts";
import type { Vocabulary } from "./words/vocabulary.ts";
import { RARE } from "./words/wordGraph.ts";
import {
  isOfCode,
  judgeWord,
  slipLookup,
  stemOf,
  type Verdict,
  type Written,
} from "./wordVerdict.ts";

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
 * `wordVerdict.ts` decides about other words. Left out are:
 * - words of code, of file names, of the host name and of addresses of other hosts
 * - names: words that mostly have a capital where only names have one, and words on more than half of the
 *   pages, if there are three or more pages
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
      : terms.has(word) || isOfCode(word, codeWords, vocabulary);
    if (isTerm || host.includes(word)) continue;
    if (written.asName >= written.lower + written.opening + written.inTitle) continue;
    if (listed) {
      errors.push({ word, verdict: "certain", suggestion: listed, ...where });
    } else if (pages_count <= mostPages) {
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
  for (const [word, { lower, opening, inTitle, asName }] of candidates) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + lower + opening + inTitle + asName);
  }
  return counts;
}

function order(a: SpellingError, b: SpellingError): number {
  if (a.verdict !== b.verdict) return a.verdict === "certain" ? -1 : 1;
  return b.pages_count - a.pages_count || (a.word < b.word ? -1 : 1);
}
