import type { Page } from "../../pages/page.ts";
import { hasEnglishWord, isInOtherLanguage } from "./language.ts";
import { LinkedWords } from "./linkedWords.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { COMMON, RARE, type Rank } from "./wordGraph.ts";
import { isJudged, type Known, normalise, type TextWords, unknownWordsOf } from "./words.ts";
import {
  isOfCode,
  judgeWord,
  slipsKnownBy,
  stemOf,
  type Usage,
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

/** The parts of a page that are read for its spelling. */
export type ReadPage = Pick<Page, "url" | "title" | "text" | "labels" | "codeWords" | "links">;

/** The number of pages of which a part was not checked, by reason. */
export interface PagesLeft {
  /** A block of text seems to be in another language. */
  foreign_text: number;
  /** The text is longer than what is read of a page. */
  long_text: number;
  /** The website has more unknown words than are looked up. */
  many_words: number;
}

interface Candidate extends Written {
  pages_count: number;
  url: string;
  pages: string[];
}

const MAX_PAGE_CHARACTERS = 50_000;
/** The most unknown words, and the most ways of writing words, that are kept of a site. */
const MAX_DIFFERENT_WORDS = 50_000;
/** The most words for which the words they may stand for are searched. */
const MAX_SLIPS_TRIED = 2000;
/** The most pages that are kept of a word. */
const MAX_PAGES = 10;
const MIN_PAGES_OF_A_TEMPLATE = 3;
const FOREIGN_BLOCK_WORDS = 8;

/**
 * The misspelled words of pages in one language, certain ones first, then the most frequent first. Common
 * misspellings are certain; `wordVerdict.ts` decides about other words. Left out are:
 * - words of code, of file names, of the host name and of addresses of other hosts
 * - names: words that mostly have a capital where only names have one, and words on more than half of the
 *   pages, if there are three or more pages
 * - blocks in another language: more than a third of eight or more words are unknown, or all of fewer
 *   words, and not all of these are slips; or two thirds are unknown or words of other languages. On a page
 *   with one of the latter, blocks without a small word of English
 *
 * Adds the pages that it left out in part to `left`.
 */
export function findErrors(
  pages: Iterable<ReadPage>,
  vocabulary: Vocabulary,
  left: PagesLeft = { foreign_text: 0, long_text: 0, many_words: 0 },
): SpellingError[] {
  const usage = new WordUsage(vocabulary);
  const known = { rankOf: usage.rankOf, isSlip: slipsKnownBy(vocabulary) };
  const { candidates, codeWords, linked, count, host } = collectWords(pages, known, left);
  usage.hasCode = codeWords.size > 0;
  const mostPages = count < MIN_PAGES_OF_A_TEMPLATE ? count : count / 2;
  const errors: SpellingError[] = [];
  const timesOf = countForms(candidates);
  let tried = 0;
  for (const [word, { pages_count, url, pages, ...written }] of candidates) {
    const where = { pages_count, url, pages };
    if (isOfCode(word, codeWords, vocabulary) || host.includes(word)) continue;
    if (written.asName >= written.lower + written.opening + written.inTitle) continue;
    const listed = vocabulary.meantBy(word);
    if (listed) {
      errors.push({ word, verdict: "certain", suggestion: listed, ...where });
    } else if (pages_count <= mostPages) {
      tried += 1;
      if (tried > MAX_SLIPS_TRIED) {
        left.many_words = Math.max(left.many_words, pages_count);
        continue;
      }
      const slips = vocabulary
        .slipsOf(word)
        .filter(({ meant, rank }) => rank > RARE || !codeWords.has(meant));
      const derivation = vocabulary.derivationOf(word);
      const times = timesOf.get(stemOf(word)) ?? 0;
      const found = judgeWord(word, { slips, written, usage, derivation, times });
      if (found && !linked.has(word)) errors.push({ word, ...found, ...where });
    }
  }
  return errors.sort(order);
}

function order(a: SpellingError, b: SpellingError): number {
  if (a.verdict !== b.verdict) return a.verdict === "certain" ? -1 : 1;
  return b.pages_count - a.pages_count || (a.word < b.word ? -1 : 1);
}

/**
 * Collects the unknown words of the pages with the ways in which they are written, and what speaks for
 * their being right. A label that several pages have counts once.
 */
function collectWords(pages: Iterable<ReadPage>, known: Known, left: PagesLeft) {
  const codeWords = new Set<string>();
  const linked = new LinkedWords();
  let count = 0;
  let host: string | undefined;
  const candidates = new Map<string, Candidate>();
  const terms = new Set<string>();
  const labelsSeen = new Set<string>();
  for (const page of pages) {
    count += 1;
    host ??= URL.parse(page.url)?.hostname ?? "";
    linked.add(page);
    for (const word of page.codeWords ?? []) codeWords.add(word);
    const labels = [page.title ?? "", ...(page.labels ?? [])].filter(
      (label) => !labelsSeen.has(label),
    );
    for (const label of labels) labelsSeen.add(label);
    const seen = new Set<string>();
    for (const found of readWords([...page.text, ...labels], known, left)) {
      for (const term of found.unjudged) if (terms.size < MAX_DIFFERENT_WORDS) terms.add(term);
      for (const { text, written, isTerm } of found.unknown) {
        const candidate = candidates.get(text) ?? newCandidate(page.url);
        if (candidates.size >= MAX_DIFFERENT_WORDS && !candidates.has(text)) {
          left.many_words = Math.max(left.many_words, 1);
          continue;
        }
        candidates.set(text, candidate);
        candidate[written] += 1;
        if (isTerm) candidate.asTerm += 1;
        if (seen.has(text)) continue;
        seen.add(text);
        candidate.pages_count += 1;
        if (candidate.pages.length < MAX_PAGES) candidate.pages.push(page.url);
      }
    }
  }
  for (const term of terms) candidates.delete(term);
  return { candidates, codeWords, linked, count, host: host ?? "" };
}

/** How often the words of each stem are written. */
function countForms(candidates: ReadonlyMap<string, Candidate>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word, { lower, opening, inTitle, asName }] of candidates) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + lower + opening + inTitle + asName);
  }
  return counts;
}

function newCandidate(url: string): Candidate {
  const written = { lower: 0, opening: 0, inTitle: 0, asName: 0, asTerm: 0 };
  return { pages_count: 0, url, pages: [], ...written };
}

/** Looks each word up once, as it is written, and counts how often it is used. */
class WordUsage implements Usage {
  words = 0;
  hasCode = false;
  readonly #vocabulary: Vocabulary;
  readonly #uses = new Map<string, { rank: Rank; times: number }>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** To be called for each word of the website's text. A word that can't be judged counts as known. */
  readonly rankOf = (written: string): Rank => {
    this.words += 1;
    const use = this.#uses.get(written);
    if (use) {
      use.times += 1;
      return use.rank;
    }
    const rank = isJudged(written) ? this.#vocabulary.rankOf(normalise(written)) : COMMON;
    if (this.#uses.size < MAX_DIFFERENT_WORDS) this.#uses.set(written, { rank, times: 1 });
    return rank;
  };

  of(word: string): number {
    const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
    return (this.#uses.get(word)?.times ?? 0) + (this.#uses.get(capitalised)?.times ?? 0);
  }
}

/** The words of a page's texts, up to the limit and without blocks in other languages. */
function* readWords(texts: string[], known: Known, left: PagesLeft): Generator<TextWords> {
  let rest = MAX_PAGE_CHARACTERS;
  let hasForeign = false;
  let isMixed = false;
  const read: { text: string; found: TextWords }[] = [];
  for (const text of texts) {
    if (rest > 0) {
      const found = unknownWordsOf(cut(text, rest), known);
      const unknown = found.unknown.length;
      const isOther = unknown > 0 && isInOtherLanguage(text, unknown);
      isMixed ||= isOther;
      if (!isOther && !isForeign(found, known)) read.push({ text, found });
      else if (found.count >= FOREIGN_BLOCK_WORDS) hasForeign = true;
    }
    rest -= text.length;
  }
  for (const { text, found } of read) {
    // On a page in two languages, a heading without a small word of English may be in the other one.
    if (!isMixed || found.unknown.length === 0 || hasEnglishWord(text)) yield found;
  }
  if (hasForeign || isMixed) left.foreign_text += 1;
  if (rest < 0) left.long_text += 1;
}

function isForeign({ count, unknown }: TextWords, { isSlip }: Known): boolean {
  if (count >= FOREIGN_BLOCK_WORDS) return unknown.length * 3 > count;
  return count > 1 && unknown.length === count && !unknown.every(({ text }) => isSlip(text));
}

/** Cuts a block to a number of characters, without a part of a word at the end. */
function cut(block: string, characters: number): string {
  if (block.length <= characters) return block;
  return block.slice(0, Math.max(block.lastIndexOf(" ", characters), 0));
}
