import { detached, type Page } from "../../pages/page.ts";
import { type Dictionary, loadDictionary } from "./words/dictionaries.ts";

interface SpellingError {
  /** With a capital if the website always writes it so. */
  word: string;
  /** What was probably meant. */
  suggestion: string;
  pages_count: number;
  /** Some of these pages. */
  pages: string[];
  /** The text around the word on the first of them. */
  sentence: string;
}

/** The number of pages of which a part was not checked, by reason. */
interface PagesLeft {
  /** A block of text seems to be in another language. */
  foreign_text: number;
  /** The text is longer than what is read of a page. */
  long_page: number;
  /** The website has more unknown words than are looked up. */
  many_words: number;
}

/** An unknown word. */
interface Unknown extends Omit<SpellingError, "word" | "suggestion"> {
  times: number;
  /** How often it has a capital. */
  capitals: number;
  lastPage?: string;
}

/** A word of a page. */
interface Place {
  written: string;
  /** In lower case. */
  word: string;
  url: string;
  block: string;
  /** Where it begins in the block. */
  index: number;
}

/** A word that is not part of code or an address, and that no apostrophe shortens. */
const WORD =
  /(?<![\p{L}\p{M}\p{N}_./@#$%&*=+~<>-])\p{L}\p{Ll}+(?![\p{L}\p{M}\p{N}_/@(=’'ʼ-]|\.\p{L})/gu;
const MAX_CHARACTERS = 40;
/** Before the ending of a word. */
const MIN_STEM_CHARACTERS = 4;
/** Of a word with a capital: short ones may be names. */
const MIN_NOUN_CHARACTERS = 8;
const MIN_MEANT_CHARACTERS = 5;
const MIN_PART_CHARACTERS = 3;
const MAX_PARTS = 3;
/** A word that is written more often is a term. */
const MAX_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;
const FOREIGN_BLOCK_WORDS = 8;

const MAX_PAGE_CHARACTERS = 50_000;
/** The most words of a website that are looked up, and the most unknown ones that are kept. */
const [MAX_WORDS, MAX_UNKNOWN] = [50_000, 5000];
/** The most pages that are kept of a word. */
const MAX_PAGES = 10;
/** The approximate memory of a word. */
const [WORD_BYTES, UNKNOWN_BYTES] = [60, 500];

/** The words of a website's pages in one language. */
export class SiteWords {
  pages = 0;
  readonly skipped: PagesLeft = { foreign_text: 0, long_page: 0, many_words: 0 };
  readonly #language: string;
  readonly #dictionary: Dictionary;
  /** The words that were looked up, and how often known ones are written; unknown ones have no number. */
  readonly #uses = new Map<string, number | undefined>();
  readonly #unknown = new Map<string, Unknown>();
  readonly #codeWords = new Set<string>();
  #host = "";

  constructor(language: string) {
    this.#language = language;
    this.#dictionary = loadDictionary(language);
  }

  /** Approximate memory. */
  get bytes() {
    return this.#uses.size * WORD_BYTES + this.#unknown.size * UNKNOWN_BYTES;
  }

  add({ url, title = "", text, labels, codeWords }: Page) {
    this.pages += 1;
    this.#host ||= URL.parse(url)?.hostname ?? "";
    for (const word of codeWords) this.#codeWords.add(word);
    const all = [...text, title, ...labels].join("\n").normalize("NFC");
    const reasons = new Set<keyof PagesLeft>();
    if (all.length > MAX_PAGE_CHARACTERS) reasons.add("long_page");
    for (const block of cut(all).split("\n")) {
      const places = [...block.matchAll(WORD)].map(({ 0: written, index }) => {
        const word = written.toLowerCase();
        return { ...{ written, word, index, url, block }, isKnown: this.#isKnown(word) };
      });
      const { misspellings } = this.#dictionary;
      const unknown = places.filter(({ word, isKnown }) => !isKnown && !misspellings.has(word));
      if (unknown.length * 3 > places.length) {
        if (places.length >= FOREIGN_BLOCK_WORDS) reasons.add("foreign_text");
        continue;
      }
      for (const place of places) {
        if (place.isKnown) this.#addUse(place.word);
        else if (!this.#addUnknown(place)) reasons.add("many_words");
      }
    }
    if (this.#uses.size >= MAX_WORDS) reasons.add("many_words");
    for (const reason of reasons) this.skipped[reason] += 1;
  }

  /**
   * The misspelled words: common misspellings, and words that are one slip from a word that is common or that the
   * website uses three times as often. A slip is not in the first letter or the ending, and not only an accent.
   * Compounds, English words in other languages and, in most languages, words with a capital are left out.
   */
  get errors(): SpellingError[] {
    const { misspellings } = this.#dictionary;
    return [...this.#unknown].flatMap(([word, use]) => {
      if (this.#host.includes(word)) return [];
      const meant = misspellings.get(word) ?? this.#findMeant(word, use);
      if (meant === undefined) return [];
      const { times, capitals, lastPage: _, ...where } = use;
      if (capitals < times) return [{ word, suggestion: meant, ...where }];
      return [{ word: capitalise(word), suggestion: capitalise(meant), ...where }];
    });
  }

  /** Looks each word up once, as that takes milliseconds of a long compound. Those beyond the limit count as known. */
  #isKnown(word: string): boolean {
    if (word.length > MAX_CHARACTERS) return true;
    if (!this.#uses.has(word)) {
      if (this.#uses.size >= MAX_WORDS) return true;
      this.#uses.set(detached(word), this.#dictionary.has(word) ? 0 : undefined);
    }
    return this.#uses.get(word) !== undefined;
  }

  #addUse(word: string) {
    const uses = this.#uses.get(word);
    if (uses !== undefined) this.#uses.set(word, uses + 1);
  }

  /** Returns false if there is no room for it. */
  #addUnknown({ written, word, index, url, block }: Place): boolean {
    const { ending, misspellings } = this.#dictionary;
    if (word.length < MIN_STEM_CHARACTERS + ending && !misspellings.has(word)) return true;
    let use = this.#unknown.get(word);
    if (!use) {
      if (this.#unknown.size >= MAX_UNKNOWN) return false;
      const sentence = detached(sentenceAround(block, index, word.length));
      use = { times: 0, capitals: 0, pages_count: 0, pages: [], sentence };
      this.#unknown.set(detached(word), use);
    }
    use.times += 1;
    if (written !== word) use.capitals += 1;
    if (use.lastPage === url) return true;
    use.lastPage = url;
    use.pages_count += 1;
    if (use.pages.length < MAX_PAGES) use.pages.push(url);
    return true;
  }

  /** The likeliest word from which a word is one slip. */
  #findMeant(word: string, { times, capitals }: Unknown): string | undefined {
    const dictionary = this.#dictionary;
    if (times > MAX_WRITTEN || this.#codeWords.has(word)) return undefined;
    const mayBeNoun = dictionary.capitals && word.length >= MIN_NOUN_CHARACTERS;
    if (capitals > 0 && !mayBeNoun) return undefined;
    let [best, most]: [string | undefined, number] = [undefined, -1];
    const plain = soundOf(word, dictionary);
    for (const meant of slipsFrom(word, dictionary)) {
      const uses = this.#uses.get(meant) ?? 0;
      if (uses <= most || meant.length < MIN_MEANT_CHARACTERS) continue;
      if (uses < times * MEANT_TIMES_WRITTEN && !dictionary.isCommon(meant)) continue;
      if (soundOf(meant, dictionary) !== plain) [best, most] = [meant, uses];
    }
    if (best === undefined || (dictionary.compounds && isCompound(word, dictionary, MAX_PARTS)))
      return undefined;
    // Texts in other languages quote English words.
    return this.#language !== "en" && loadDictionary("en").has(word) ? undefined : best;
  }
}

/** The beginning of a page's text, up to the last space before the limit. */
function cut(text: string): string {
  if (text.length <= MAX_PAGE_CHARACTERS) return text;
  return text.slice(0, Math.max(text.lastIndexOf(" ", MAX_PAGE_CHARACTERS), 0));
}

function* slipsFrom(word: string, { letters, ending }: Dictionary): Generator<string> {
  for (let at = 1; at < word.length - ending; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    yield before + after;
    yield before + after.charAt(0) + letter + after.slice(1);
    for (const other of letters) {
      yield before + other + letter + after;
      yield before + other + after;
    }
  }
}

function isCompound(word: string, dictionary: Dictionary, parts: number): boolean {
  if (parts === 0) return false;
  for (let at = MIN_PART_CHARACTERS; at <= word.length - MIN_PART_CHARACTERS; at += 1) {
    if (!dictionary.has(word.slice(0, at))) continue;
    const rests = [word.slice(at), ...(word.charAt(at) === "s" ? [word.slice(at + 1)] : [])];
    if (rests.some((rest) => dictionary.has(rest) || isCompound(rest, dictionary, parts - 1)))
      return true;
  }
  return false;
}

/** Words that differ in what this leaves out may both be right: `préfèrera` and `préférera`. */
function soundOf(word: string, { silent }: Dictionary): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  return silent ? plain.replace(silent, "") : plain;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const CHARACTERS_AROUND = 80;

/** The text around a word of a block, from word to word. */
function sentenceAround(block: string, index: number, length: number): string {
  const start = Math.max(0, index - CHARACTERS_AROUND);
  const end = index + length + CHARACTERS_AROUND;
  const from = start === 0 ? 0 : block.indexOf(" ", start) + 1;
  const to = end >= block.length ? block.length : block.lastIndexOf(" ", end);
  const part = block.slice(Math.min(from, index), Math.max(to, index + length)).trim();
  return `${from > 0 ? "…" : ""}${part}${to < block.length ? "…" : ""}`.toWellFormed();
}
