import type { Page } from "../../../../shared/pages/page.ts";
import { withoutEnd } from "../../../../shared/withoutEnd.ts";
import { type Dictionary, isOneSlipAway } from "./dictionary.ts";

export interface SpellingError {
  word: string;
  pages_count: number;
  /** The first page that it is on. */
  url: string;
}

interface Word {
  /** In lower case, with `'` for any apostrophe and without a possessive `'s`. */
  text: string;
  isCapitalised: boolean;
  startsSentence: boolean;
}

interface Candidate {
  pages: number;
  url: string;
  written: number;
  /** Written without a capital somewhere, so that it is no name. */
  isCommon: boolean;
}

const MAX_WORD_CHARACTERS = 40;
const WORD = /^(?:[a-z]+|[A-Z][a-z]+)(?:'[a-z]+)*$/;
const MAX_PAGE_CHARACTERS = 50_000;
/** A site with more unknown words than this is not one to check the spelling of; those beyond are left out. */
const MAX_UNKNOWN_WORDS = 50_000;
/** About a millisecond each; capitalised words beyond so many are taken for names. */
const MAX_SLIPS_TRIED = 500;
const MIN_PAGES_OF_A_TEMPLATE = 3;
const FOREIGN_BLOCK_WORDS = 8;

/**
 * The misspelled words of English pages, most frequent first. Left out as names: words that have
 * a capital inside a sentence, or have one there at least as often as not; words of the host name;
 * words on more than half of three or more pages; and at the start of a sentence capitalised words
 * that are not one slip away from an English word. Left out as another language: blocks of eight
 * or more words most of which are unknown.
 */
export function findErrors(pages: Page[], { knows }: Dictionary): SpellingError[] {
  const isUnknown = remembered((word) => !knows(word));
  const candidates = new Map<string, Candidate>();
  const names = new Map<string, number>();
  for (const page of pages) {
    const seen = new Set<string>();
    for (const word of unknownWords(page, isUnknown)) {
      if (word.isCapitalised && !word.startsSentence) {
        add(names, word.text);
        continue;
      }
      if (candidates.size >= MAX_UNKNOWN_WORDS && !candidates.has(word.text)) continue;
      const candidate = candidates.get(word.text) ?? {
        pages: 0,
        url: page.url,
        written: 0,
        isCommon: false,
      };
      candidates.set(word.text, candidate);
      candidate.written += 1;
      if (!word.isCapitalised) candidate.isCommon = true;
      if (!seen.has(word.text)) candidate.pages += 1;
      seen.add(word.text);
    }
  }
  const mostPages = pages.length < MIN_PAGES_OF_A_TEMPLATE ? pages.length : pages.length / 2;
  const host = hostOf(pages[0]);
  let tried = 0;
  const isSlip = (word: string) => ++tried <= MAX_SLIPS_TRIED && isOneSlipAway(word, knows);
  return [...candidates]
    .filter(([, { pages }]) => pages <= mostPages)
    .filter(([word, { written }]) => (names.get(word) ?? 0) < written && !host.includes(word))
    .filter(([word, { isCommon }]) => isCommon || isSlip(word))
    .map(([word, { pages: pages_count, url }]) => ({ word, pages_count, url }))
    .sort((a, b) => b.pages_count - a.pages_count || (a.word < b.word ? -1 : 1));
}

function* unknownWords({ text }: Page, isUnknown: (word: string) => boolean): Generator<Word> {
  let left = MAX_PAGE_CHARACTERS;
  for (const block of text) {
    if (left <= 0) return;
    const words = [...wordsOf(cut(block, left))];
    left -= block.length;
    const unknown = words.filter((word) => isUnknown(word.text));
    const isForeign = words.length >= FOREIGN_BLOCK_WORDS && unknown.length * 2 > words.length;
    if (!isForeign) yield* unknown;
  }
}

/** At most so many characters, without the part of a word at the end. */
function cut(block: string, characters: number): string {
  if (block.length <= characters) return block;
  return block.slice(0, Math.max(block.lastIndexOf(" ", characters), 0));
}

function remembered(decide: (word: string) => boolean): (word: string) => boolean {
  const decisions = new Map<string, boolean>();
  return (word) => {
    const known = decisions.get(word);
    if (known !== undefined) return known;
    const decision = decide(word);
    if (decisions.size < MAX_UNKNOWN_WORDS) decisions.set(word, decision);
    return decision;
  };
}

function add(counts: Map<string, number>, word: string) {
  const count = counts.get(word) ?? 0;
  if (count > 0 || counts.size < MAX_UNKNOWN_WORDS) counts.set(word, count + 1);
}

function hostOf(page: Page | undefined): string {
  return (page && URL.parse(page.url)?.hostname) ?? "";
}

/**
 * The words of a text whose spelling can be judged. Left out: whatever holds a digit or a sign
 * (URLs, addresses, numbers, prices, file names), letters beyond a to z (words taken from other
 * languages), words in capitals or with capitals inside, and those of one or two letters.
 */
function* wordsOf(text: string): Generator<Word> {
  let startsSentence = true;
  for (const chunk of text.replace(/[’ʼ‘]/g, "'").split(/[\s\u00AD\u200B—–…]+/)) {
    if (chunk === "") continue;
    if (chunk.length <= MAX_WORD_CHARACTERS) yield* wordsOfChunk(chunk, startsSentence);
    startsSentence = /[.!?:;•·|][)\]"'”»]*$/.test(chunk.slice(-5)) || !/[\p{L}\d]/u.test(chunk);
  }
}

function* wordsOfChunk(chunk: string, startsSentence: boolean): Generator<Word> {
  const bare = withoutEnd(chunk.replace(/^["'“”«»([]+/, ""), "\"'”»)].,!?:;");
  if (/[^\p{L}'-]/u.test(bare)) return;
  for (const [index, part] of bare.split("-").entries()) {
    const word = part.replace(/'s?$/, "");
    if (word.length < 3 || !WORD.test(word)) continue;
    const text = word.toLowerCase();
    yield { text, isCapitalised: text !== word, startsSentence: startsSentence && index === 0 };
  }
}
