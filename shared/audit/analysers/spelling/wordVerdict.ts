import type { Derivation, Vocabulary } from "./words/vocabulary.ts";
import { COMMON, FREQUENT, RARE, type Slip } from "./words/wordGraph.ts";
import type { WordLookup } from "./words.ts";

/** `certain` is counted; `possible` is only mentioned in the details. */
export type Verdict = "certain" | "possible";

/** How often an unknown word is written on all pages, by the way of writing. */
export interface Written {
  /** As only words are written: in lower case, or at the start of a sentence before `our`. */
  lower: number;
  /** With a capital at the start of a sentence of prose. */
  opening: number;
  /** With another capital that any word would have: in a title, at the start of a short sentence. */
  inTitle: number;
  /** With a capital where only names have one. */
  asName: number;
  /** How many of all these are in the place of a term: alone, in parentheses, in code, beside foreign words. */
  asTerm: number;
}

/** A word that is written more often is a term, unless the word it may stand for is far more frequent. */
const MAX_SLIP_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;
/** Shorter words are often one slip from another word by chance, most of all in the first and last letter. */
const [SHORT, LONG_ENOUGH_AT_ENDS, LONG] = [5, 7, 7];

/** Letters that names of programs add to a word: `systemd`, `printk`, `pythonz`. */
const ENDS_OF_PROGRAMS = "dkqxz";
/** Letters that foreign words end in: `crescendi`, `programa`, `systemu`. */
const ENDS_OF_FOREIGN = "aiou";
/** Letters that new words have before a known one: `ebike`, `iplayer`, `ahistorical`. */
const PREFIX_LETTERS = "aeiuxy";

/** A website with more words uses most of them twice, so the word that was meant is somewhere on it. */
const LARGE_SITE_WORDS = 20_000;

/** The words that a website uses. */
export interface Usage {
  words: number;
  /** Whether its pages show code. */
  hasCode: boolean;
  /** How often it uses a word. */
  of(word: string): number;
}

interface Judged {
  slips: Slip[];
  written: Written;
  usage: Usage;
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
export function judgeWord(
  word: string,
  { slips, written, usage, derivation, times }: Judged,
): { verdict: Verdict; suggestion: string } | undefined {
  const { lower, opening, inTitle, asTerm } = written;
  const likely = slips
    .map((slip) => ({ ...slip, uses: usage.of(slip.meant) }))
    .toSorted((a, b) => likelihood(b) - likelihood(a));
  const isLargeSite = usage.words > LARGE_SITE_WORDS;
  const site = { times, isLargeSite, hasCode: usage.hasCode };
  const certain = likely.find((slip) => isCertain(word, slip, site));
  if (certain && (lower + opening + inTitle > asTerm || isNoTerm(word, certain, times))) {
    const isSure =
      derivation === "none"
        ? lower > 0 || isNoName(word, certain, { isOpening: opening > 0 })
        : lower > 0 && derivation === "possible" && mayHideSlip(word, certain, times);
    if (isSure) return { verdict: "certain", suggestion: certain.meant };
  }
  const first = certain ?? likely[0];
  const isPossible =
    first && (lower > 0 ? first.rank > RARE || first.uses > 0 : certain && first.uses > 0);
  return isPossible && derivation === "none"
    ? { verdict: "possible", suggestion: first.meant }
    : undefined;
}

/**
 * Whether a word that the website only has with a capital is no name. Many surnames, brands and towns are one
 * slip from a short word, or differ from a long word in its ending.
 */
function isNoName(
  word: string,
  { rank, kind, at, uses }: UsedSlip,
  { isOpening }: { isOpening: boolean },
): boolean {
  const { length } = word;
  const isInside = at > 0 && at < length - (kind === "wrong" || kind === "added" ? 2 : 1);
  const least = rank < FREQUENT ? LONG + 3 : isOpening ? LONG : LONG + 1;
  return rank >= COMMON && uses > 0 && length >= least && isInside;
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

function isCertain(
  word: string,
  { meant, rank, kind, at, uses }: UsedSlip,
  { times, isLargeSite, hasCode }: { times: number; isLargeSite: boolean; hasCode: boolean },
): boolean {
  const { length } = word;
  if (kind !== "swapped") {
    const isLast = at === length - 1 && kind !== "missing";
    const letter = word.charAt(at);
    // Names of things in programs: `pthreads`, `printk`.
    if (kind === "added" && at === 0 && (hasCode || PREFIX_LETTERS.includes(letter))) return false;
    if (at >= length - 1 && ENDS_OF_FOREIGN.includes(word.charAt(length - 1))) return false;
    // The spelling of other languages: `direktor`, `paket`.
    if (letter === "k" && meant.charAt(at) === "c") return false;
    const isNameOfProgram =
      kind === "added"
        ? !"es".includes(letter) && !isDoubled(word)
        : ENDS_OF_PROGRAMS.includes(letter);
    if (isLast && hasCode && isNameOfProgram) return false;
    if ((at === 0 || isLast) && length < LONG_ENOUGH_AT_ENDS)
      return !hasCode && length >= SHORT && rank === FREQUENT && uses >= times;
    // It may be the singular or the plural of a word.
    if (word.includes("'") || (isPlural(word, meant) && (hasCode || !word.endsWith("ss"))))
      return false;
    if (isPlural(meant, word) && !meant.endsWith("ss")) return false;
  }
  if (isLargeSite && uses === 0 && (rank < FREQUENT || length <= LONG)) return false;
  if (times > MAX_SLIP_WRITTEN && uses < times * MEANT_TIMES_WRITTEN) return false;
  if (length < SHORT) return !hasCode && uses > 0 && rank === FREQUENT;
  if (at === 0 && rank <= RARE) return false;
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
export function stemOf(word: string): string {
  return word.replace(/(?:s|e?d|ers?|ing)$/, "");
}

/** Whether a word is one of code, or made of one as names of variables are: `unrefd`, `groupid`. */
export function isOfCode(
  word: string,
  codeWords: ReadonlyMap<string, number>,
  { rankOf }: Pick<Vocabulary, "rankOf">,
): boolean {
  const stem = stemOf(word);
  if (codeWords.has(word) || (codeWords.has(stem) && rankOf(stem) < COMMON)) return true;
  const [name = ""] = /^.{4,}(?=(?:fs|id|int|[bcgjkmnpqvwxz])$)/.exec(word) ?? [];
  return codeWords.size > 0 && !name.endsWith(word.slice(-1)) && rankOf(name) >= COMMON;
}

/** Tells whether an unknown word may be a misspelling. Each word is looked up once. */
export function slipLookup(vocabulary: Vocabulary): WordLookup["isSlip"] {
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
