import { MAX_SLIPS_TRIED, type SpellingError } from "./findErrors.ts";
import {
  cut,
  MAX_DIFFERENT_WORDS,
  MAX_PAGE_CHARACTERS,
  MAX_PAGES,
  type PagesLeft,
  type ReadPage,
} from "./siteWords.ts";
import type { Dictionary } from "./words/dictionaries.ts";

/** `isEnglish`: whether a word is English, which texts in other languages quote. */
type PlainLanguage = Dictionary & { isEnglish(word: string): boolean };

interface Unknown extends Pick<SpellingError, "pages_count" | "url" | "pages"> {
  /** As it was first written. */
  written: string;
  times: number;
  /** How often it has a capital. */
  capitals: number;
}

/** Without what an apostrophe cuts off, and what is beside signs of code and addresses. */
const WORD =
  /(?<![\p{L}\p{M}\p{N}_./@#$%&*=+~<>-])\p{L}\p{Ll}+(?![\p{L}\p{M}\p{N}_/@(=’'ʼ-]|\.\p{L})/gu;
const [MIN_CHARACTERS, MAX_CHARACTERS] = [6, 40];
/** Of a word with a capital: short ones may be names. */
const MIN_NOUN_CHARACTERS = 8;
/** The last letters of a word, where forms of a word differ. */
const ENDING_CHARACTERS = 2;
const MIN_MEANT_CHARACTERS = 5;
const MIN_PART_CHARACTERS = 3;
const MAX_PARTS = 3;
const MAX_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;

/**
 * The misspelled words of pages in a language of which only the words are known. A word is certain if it is one
 * slip, before its ending and other than by an accent, from a word that the website uses three times as often, and
 * no compound, no English word and, in most languages, has no capital.
 */
export function findPlainErrors(
  pages: Iterable<ReadPage>,
  language: PlainLanguage,
  skipped: PagesLeft,
): SpellingError[] {
  const uses = new Map<string, number>();
  const unknown = new Map<string, Unknown>();
  const codeWords = new Set<string>();
  const has = onceEach(language.has, skipped);
  let host = "";
  for (const { url, title = "", text, labels = [], codeWords: code = [] } of pages) {
    host ||= URL.parse(url)?.hostname ?? "";
    for (const word of code) codeWords.add(word);
    const seen = new Set<string>();
    for (const { written, isKnown } of readWords([...text, title, ...labels], has, skipped)) {
      const word = written.toLowerCase();
      if (isKnown) {
        if (uses.has(word) || uses.size < MAX_DIFFERENT_WORDS)
          uses.set(word, (uses.get(word) ?? 0) + 1);
        continue;
      }
      if (word.length < MIN_CHARACTERS) continue;
      const use = unknown.get(word) ?? {
        ...{ written, times: 0, capitals: 0, pages_count: 0, url, pages: [] },
      };
      unknown.set(word, use);
      use.times += 1;
      if (written !== word) use.capitals += 1;
      if (seen.has(word)) continue;
      seen.add(word);
      use.pages_count += 1;
      if (use.pages.length < MAX_PAGES) use.pages.push(url);
    }
  }
  if (unknown.size > MAX_SLIPS_TRIED) skipped.many_words += 1;
  return [...unknown].slice(0, MAX_SLIPS_TRIED).flatMap(([word, { times, capitals, ...use }]) => {
    if (times > MAX_WRITTEN) return [];
    if (capitals > 0 && (!language.capitals || word.length < MIN_NOUN_CHARACTERS)) return [];
    if (codeWords.has(word) || host.includes(word)) return [];
    const meant = findMeant(word, uses, times * MEANT_TIMES_WRITTEN, language);
    if (meant === undefined || language.isEnglish(word)) return [];
    if (language.compounds && isCompound(word, language, MAX_PARTS)) return [];
    const { written, ...where } = use;
    const suggestion = written === word ? meant : capitalise(meant);
    return [{ word: written, verdict: "certain", suggestion, ...where }];
  });
}

/** Looks each word up once, as that takes up to 0.1 ms. What is beyond the limits counts as known. */
function onceEach(has: Dictionary["has"], skipped: PagesLeft): (word: string) => boolean {
  const lookups = new Map<string, boolean>();
  return (word) => {
    if (word.length > MAX_CHARACTERS) return true;
    const cached = lookups.get(word);
    if (cached !== undefined) return cached;
    if (lookups.size >= MAX_DIFFERENT_WORDS) {
      skipped.many_words = Math.max(skipped.many_words, 1);
      return true;
    }
    const isKnown = has(word);
    lookups.set(word, isKnown);
    return isKnown;
  };
}

interface ReadWord {
  written: string;
  isKnown: boolean;
}

/** The words of texts, without blocks of which a third is unknown. */
function readWords(
  texts: string[],
  has: (word: string) => boolean,
  skipped: PagesLeft,
): ReadWord[] {
  const all = texts.join("\n").normalize("NFC");
  if (all.length > MAX_PAGE_CHARACTERS) skipped.long_text += 1;
  return cut(all, MAX_PAGE_CHARACTERS)
    .split("\n")
    .flatMap((block) => {
      const words = (block.match(WORD) ?? []).map((written) => ({
        ...{ written, isKnown: has(written) },
      }));
      const unknown = words.filter(({ isKnown }) => !isKnown).length;
      return unknown * 3 > words.length ? [] : words;
    });
}

/** The word with the most uses, at least `least`, from which a word is one slip between its first letter and its ending. */
function findMeant(
  word: string,
  uses: ReadonlyMap<string, number>,
  least: number,
  { letters, silent }: PlainLanguage,
): string | undefined {
  let [best, most]: [string | undefined, number] = [undefined, least - 1];
  const plain = soundOf(word, silent);
  for (const meant of slipsFrom(word, letters)) {
    const times = uses.get(meant) ?? 0;
    if (times <= most || meant.length < MIN_MEANT_CHARACTERS) continue;
    if (soundOf(meant, silent) !== plain) [best, most] = [meant, times];
  }
  return best;
}

function* slipsFrom(word: string, letters: string): Generator<string> {
  for (let at = 1; at < word.length - ENDING_CHARACTERS; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    yield before + after;
    yield before + after.charAt(0) + letter + after.slice(1);
    for (const other of letters) {
      yield before + other + letter + after;
      yield before + other + after;
    }
  }
}

function isCompound(word: string, { has }: Pick<Dictionary, "has">, parts: number): boolean {
  if (parts === 0) return false;
  for (let at = MIN_PART_CHARACTERS; at <= word.length - MIN_PART_CHARACTERS; at += 1) {
    if (!has(word.slice(0, at))) continue;
    const rests = [word.slice(at), ...(word.charAt(at) === "s" ? [word.slice(at + 1)] : [])];
    if (rests.some((rest) => has(rest) || isCompound(rest, { has }, parts - 1))) return true;
  }
  return false;
}

/** Words that differ in what this leaves out may both be right: `préfèrera` and `préférera`. */
function soundOf(word: string, silent: RegExp | undefined): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  return silent ? plain.replace(silent, "") : plain;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
