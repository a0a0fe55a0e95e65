import { withoutEnd } from "../../../platform/withoutEnd.ts";
import { normalise, RARE, type Rank, UNKNOWN } from "./words/vocabulary.ts";

/** An unknown word of a text. */
export interface Word {
  /** As `normalise` makes it. */
  text: string;
  /**
   * `lower`: in lower case; `opening`: with a capital that any word would have there, at the start of a sentence or in
   * a title; `asName`: with one that only names have.
   */
  written: "lower" | "opening" | "asName";
  /** It is in the place of a term: alone, beside a foreign word, joined to an unknown one. */
  isTerm: boolean;
}

export interface TextWords {
  count: number;
  /** The unknown words. */
  unknown: Word[];
  /** Unknown words in places where no word is judged, such as file names. */
  unjudged: string[];
}

const WORDS = /[A-Za-z]+(?:['’ʼ‘][A-Za-z]+)*/g;
const JUDGED = /^[A-Za-z][a-z]+(?:['’ʼ‘][a-z]+)*$/;
const CAPITALISED = /^[A-Z]/;
const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 40;
const SEPARATOR = /[\s—–…]/;
const SENTENCE_END = /(?:^|[.!?:;•·|—–…])[)\]"'”»]*$/;
const CUT_OFF = /^\s?(?:…|\.\.\.)/;
/** Words that have no capital in English titles. */
const SMALL_WORDS = new Set(
  "a an and as at but by for from in of on or the to via with".split(" "),
);

/** Words that are frequent in foreign dishes, names and quotations, and are not English. */
const FOREIGN_WORDS = new Set(
  `al alla alle au aux avec con da das de degli dei del della der des di du een ein eine el en et
  il la las le les los mit oder och sur und vom von voor y zum zur`.split(/\s+/),
);

/** Looks words up in a vocabulary. `isSlip`: whether an unknown word may be a misspelling. */
export interface WordLookup {
  rankOf(written: string): Rank;
  isSlip(word: string): boolean;
}

/**
 * The unknown words of a text, and its number of words. `rankOf` is called once for each word, as it is
 * written. Words that can't be judged are kept apart: those beside a digit or sign (URLs, addresses,
 * numbers, prices, file names) or with letters beyond a to z (other languages).
 */
export function unknownWordsOf(text: string, { rankOf, isSlip }: WordLookup): TextWords {
  const written = text.match(WORDS) ?? [];
  const textWords: TextWords = { count: written.length, unknown: [], unjudged: [] };
  const ranks = written.map(rankOf);
  if (!ranks.includes(UNKNOWN)) return textWords;
  const isInTitle = isTitle(written);
  let last = 0;
  for (const [place, { 0: word, index }] of [...text.matchAll(WORDS)].entries()) {
    const end = index + word.length;
    const isAfterSpace = text.slice(last, index) === " ";
    last = end;
    if (ranks[place] !== UNKNOWN) continue;
    const chunk = chunkAt(text, index);
    const others = partsOf(chunk.text, word);
    if (!others || CUT_OFF.test(text.slice(end, end + 4)) || isClipped(word, text.charAt(end))) {
      textWords.unjudged.push(normalise(word));
      continue;
    }
    const isLower = !CAPITALISED.test(word);
    const isOpening =
      isInTitle || (chunk.text.startsWith(word) && startsSentence(text, chunk.start));
    const isBesideForeign =
      (isAfterSpace && isForeign(place - 1)) || (text.charAt(end) === " " && isForeign(place + 1));
    textWords.unknown.push({
      text: normalise(word),
      written: isLower ? "lower" : isOpening ? "opening" : "asName",
      isTerm: isBesideForeign || text === word || others.some((other) => rankOf(other) <= RARE),
    });
  }
  return textWords;

  function isForeign(place: number): boolean {
    const word = written[place] ?? "";
    // LA is a city.
    if (FOREIGN_WORDS.has(word.charAt(0).toLowerCase() + word.slice(1))) return true;
    return ranks[place] === UNKNOWN && /^[a-z]+$/.test(word) && !isSlip(normalise(word));
  }

  /** Whether an apostrophe stands for a last letter: `tryin'`. */
  function isClipped(word: string, next: string): boolean {
    return /in$/.test(word) && /['’]/.test(next) && rankOf(`${word}g`) > RARE;
  }
}

/** Whether the spelling of a word can be judged: it is not in capitals, very short or very long. */
export function isJudged(written: string): boolean {
  const { length } = written;
  return length >= MIN_CHARACTERS && length <= MAX_CHARACTERS && JUDGED.test(written);
}

/** The text around an index up to the next spaces, dashes or ellipses, without opening quotes; cut if it is long. */
function chunkAt(text: string, index: number): { text: string; start: number } {
  let [start, end] = [index, index];
  while (start > 0 && index - start <= MAX_CHARACTERS && !SEPARATOR.test(text.charAt(start - 1)))
    start -= 1;
  while (
    end < text.length &&
    end - index <= 2 * MAX_CHARACTERS &&
    !SEPARATOR.test(text.charAt(end))
  )
    end += 1;
  const opened = /^["'“”«»([]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { text: text.slice(start + opened, end), start };
}

/** The words that hyphens join to a word in its chunk; undefined if the chunk has anything but words. */
function partsOf(chunk: string, word: string): string[] | undefined {
  const bare = withoutEnd(chunk, "\"'”»)].,!?:;");
  const parts = bare.split("-");
  if (/[^\p{L}'’ʼ‘-]/u.test(bare) || parts.includes("") || !parts.includes(word)) return undefined;
  return parts.filter((part) => part !== word);
}

function startsSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2 * MAX_CHARACTERS), start).trimEnd();
  const last = before.slice(before.lastIndexOf(" ") + 1);
  return SENTENCE_END.test(last.slice(-5)) || !/[\p{L}\d]/u.test(last);
}

/** Whether most words have a capital. */
function isTitle(written: string[]): boolean {
  const counted = written.filter((word) => !SMALL_WORDS.has(word));
  const capitalised = counted.filter((word) => CAPITALISED.test(word)).length;
  return counted.length > 1 && capitalised * 2 > counted.length;
}
