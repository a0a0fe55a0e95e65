import type { Page } from "../../pages/page.ts";
import { hasEnglishWord, isInOtherLanguage } from "./language.ts";
import { COMMON, normalise, type Rank, type Vocabulary } from "./words/vocabulary.ts";
import { isJudged, type TextWords, unknownWordsOf, type WordLookup } from "./words.ts";

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

/** How the pages of a website are read. */
export interface WayOfReading {
  /** Where pages are counted that were left out in part. */
  skipped: PagesLeft;
  /** The website is in two languages. */
  isMixed: boolean;
}

/** How often an unknown word is written on all pages, by the way of writing. */
export interface Written {
  lower: number;
  /** With a capital that any word would have there: at the start of a sentence, in a title. */
  opening: number;
  /** With a capital where only names have one. */
  asName: number;
  /** How many of all these are in the place of a term: alone, beside a foreign word, joined to an unknown one. */
  asTerm: number;
}

interface Candidate extends Written {
  pages_count: number;
  url: string;
  pages: string[];
}

export const MAX_PAGE_CHARACTERS = 50_000;
/** The most unknown words, and the most ways of writing words, that are kept of a site. */
export const MAX_DIFFERENT_WORDS = 50_000;
/** The most pages that are kept of a word. */
export const MAX_PAGES = 10;
const FOREIGN_BLOCK_WORDS = 8;

/**
 * Collects the unknown words of the pages with the ways in which they are written, and what speaks for
 * their being right. A label that several pages have counts once.
 */
export function collectWords(
  pages: Iterable<ReadPage>,
  lookup: WordLookup,
  { skipped, isMixed }: WayOfReading,
) {
  /** The number of pages whose code has a word. */
  const codeWords = new Map<string, number>();
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
    for (const word of page.codeWords ?? []) codeWords.set(word, (codeWords.get(word) ?? 0) + 1);
    const labels = [page.title ?? "", ...(page.labels ?? [])].filter(
      (label) => !labelsSeen.has(label),
    );
    for (const label of labels) labelsSeen.add(label);
    const seen = new Set<string>();
    for (const textWords of readWords([...page.text, ...labels], lookup, { skipped, isMixed })) {
      for (const term of textWords.unjudged) if (terms.size < MAX_DIFFERENT_WORDS) terms.add(term);
      for (const { text, written, isTerm } of textWords.unknown) {
        const candidate = candidates.get(text) ?? newCandidate(page.url);
        if (candidates.size >= MAX_DIFFERENT_WORDS && !candidates.has(text)) {
          skipped.many_words = Math.max(skipped.many_words, 1);
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
  return { candidates, terms, codeWords, linked, count, host: host ?? "" };
}

function newCandidate(url: string): Candidate {
  const written = { lower: 0, opening: 0, asName: 0, asTerm: 0 };
  return { pages_count: 0, url, pages: [], ...written };
}

/** Looks each word up once, as it is written, and counts how often it is used. */
export class WordUsage {
  words = 0;
  /** Whether the pages show code. */
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

  /** How often the website uses a word. */
  of(word: string): number {
    const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
    return (this.#uses.get(word)?.times ?? 0) + (this.#uses.get(capitalised)?.times ?? 0);
  }
}

/** The words of a page's texts, up to the limit and without blocks in other languages. */
function* readWords(
  texts: string[],
  lookup: WordLookup,
  { skipped, isMixed }: WayOfReading,
): Generator<TextWords> {
  let rest = MAX_PAGE_CHARACTERS;
  let hasForeign = false;
  let hasOther = false;
  const read: { text: string; textWords: TextWords }[] = [];
  for (const text of texts) {
    if (rest > 0) {
      const textWords = unknownWordsOf(cut(text, rest), lookup);
      const unknown = textWords.unknown.length;
      const isOther = unknown > 0 && isInOtherLanguage(text, unknown);
      hasOther ||= isOther;
      if (!isOther && !isForeign(textWords, lookup)) read.push({ text, textWords });
      else if (textWords.count >= FOREIGN_BLOCK_WORDS) hasForeign = true;
    }
    rest -= text.length;
  }
  for (const { text, textWords } of read) {
    // On a page or website in two languages, a heading without a small word of English may be in the other one.
    if (!(isMixed || hasOther) || textWords.unknown.length === 0 || hasEnglishWord(text))
      yield textWords;
  }
  if (hasForeign || hasOther) skipped.foreign_text += 1;
  if (rest < 0) skipped.long_text += 1;
}

function isForeign({ count, unknown }: TextWords, { isSlip }: WordLookup): boolean {
  if (count >= FOREIGN_BLOCK_WORDS) return unknown.length * 3 > count;
  return count > 1 && unknown.length === count && !unknown.every(({ text }) => isSlip(text));
}

/** Cuts a block to a number of characters, without a part of a word at the end. */
export function cut(block: string, characters: number): string {
  if (block.length <= characters) return block;
  return block.slice(0, Math.max(block.lastIndexOf(" ", characters), 0));
}

/** The most links to other hosts that are kept. */
const MAX_LINKS = 5000;

/** The words in addresses of other hosts that pages link to, which are often names of products and projects. */
class LinkedWords {
  readonly #urls = new Set<string>();
  #own: string | undefined;
  #words: Set<string> | undefined;

  /** Adds the links of a page. The host of the first page is the site's own. */
  add({ url, links }: Pick<Page, "url" | "links">) {
    this.#own ??= `${URL.parse(url)?.origin}/`;
    for (const { kind, url, valid } of links) {
      if (this.#urls.size >= MAX_LINKS) return;
      if (kind === "a" && valid && !url.startsWith(this.#own)) this.#urls.add(url);
    }
  }

  /** Whether an address has a word. Call it after all pages have been added. */
  has(word: string): boolean {
    this.#words ??= new Set(
      [...this.#urls].flatMap((url) => url.toLowerCase().match(/[a-z]+/g) ?? []),
    );
    return this.#words.has(word);
  }
}
