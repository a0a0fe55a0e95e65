import { COMMON, RARE, type Rank, type Slip, UNKNOWN, WordGraph } from "./wordGraph.ts";
import { readMisspellings, readWords } from "./words/readWords.ts";

/** What is asked about a language's words. They are in lower case, as `normalise` makes them. */
export interface Vocabulary {
  /** How well it is known as a word or a name; a common misspelling is not. */
  rankOf(word: string): Rank;
  /** What a common misspelling stands for. */
  meantBy(misspelling: string): string | undefined;
  /** The words from which it is one slip; none where it is short, or made of words itself. */
  slipsOf(word: string): Slip[];
}

/** Of what was meant; shorter words are one slip from each other. */
const MIN_MEANT_CHARACTERS = 5;
/** What may follow the apostrophe of any word: `that'd`, `there'll`. */
const CONTRACTED = /'(?:d|ll|re|ve)$/;

const loaded = new Map<string, Vocabulary>();

/** The vocabulary of a language, read when it is first needed and kept: a few milliseconds, about a megabyte. */
export function loadVocabulary(language: "en"): Vocabulary {
  const vocabulary = loaded.get(language) ?? readVocabulary(language);
  loaded.set(language, vocabulary);
  return vocabulary;
}

function readVocabulary(language: string): Vocabulary {
  const graph = new WordGraph(readWords(language));
  const misspellings = readMisspellings(language);
  const rankOf = (word: string) => graph.rankOf(word);
  return {
    rankOf: (word) => (misspellings.has(word) ? UNKNOWN : rankOf(word.replace(CONTRACTED, ""))),
    meantBy: (misspelling) => misspellings.get(misspelling),
    slipsOf(word) {
      if (word.length < MIN_MEANT_CHARACTERS - 1 || isDerived(word, rankOf)) return [];
      return graph.slipsOf(word).filter(({ meant }) => meant.length >= MIN_MEANT_CHARACTERS);
    },
  };
}

type RankOf = (part: string) => Rank;

const MIN_STEM_CHARACTERS = 4;
const MIN_PART_CHARACTERS = 3;
/** From so many letters on, a part of a compound need not be a frequent word. */
const LONG_PART_CHARACTERS = 5;

/** Prefixes that make words no list has: `nonmembers`, `subpages`. Not what slips often look like: `co-`, `in-`. */
const PREFIX =
  /^(?:anti|auto|bio|counter|cyber|de|eco|hyper|inter|macro|mega|meta|micro|mid|mini|mis|mono|multi|my|nano|neuro|non|out|over|photo|post|pre|proto|pseudo|re|semi|sub|super|tele|thermo|trans|ultra|un|under)/;

/** Ends of words to which nothing is joined as it is: a consonant is doubled, an `e` left out, a `y` becomes `ie`. */
const ENDINGS: readonly (readonly [ending: RegExp, notAfter: RegExp])[] = [
  [/s$/, /(?:[sxz]|[cs]h|[^aeiou]y)$/],
  [/(?:ish|like|less|wise)$/, /[^a-z]$/],
  [/(?:ness|ly)$/, /[^aeiou]y$/],
  [/(?:able|ing)$/, /(?:[^e]e|[^aeiou][aeiou][bdfgklmnprtv])$/],
  [/(?:ed|er|ers)$/, /(?:[ey]|[^aeiou][aeiou][bdfgklmnprtv])$/],
];

/** Before these the last consonant of a word of one syllable is doubled: `statting`, `globber`. */
const DOUBLED = /^([^aeiouy]*[aeiouy]([bdfgklmnprtv]))\2(?:able|ed|er|ers|ing)$/;
/** Before these an `e` at the end of a word is left out: `uuencoded`. */
const LOSES_E = /(?:able|ed|er|ers|es|ing)$/;

/** Whether a word that no list has is made of words that are: by a prefix, by an ending, or of two. */
function isDerived(word: string, rankOf: RankOf): boolean {
  const isStem = (stem: string) => stem.length >= MIN_STEM_CHARACTERS && rankOf(stem) >= RARE;
  if (isStem(word.replace(PREFIX, ""))) return true;
  const [, single = ""] = DOUBLED.exec(word) ?? [];
  if (isStem(single)) return true;
  const withY = word.replace(/(?<=[^aeiou])(?:ie[drs]|iers|ily|iness)$/, "y");
  if (withY !== word && isStem(withY)) return true;
  if (/[ai]bly$/.test(word) && isStem(word.replace(/y$/, "e"))) return true;
  for (const [ending, notAfter] of ENDINGS) {
    const stem = word.replace(ending, "");
    if (stem !== word && isStem(stem) && !notAfter.test(stem)) return true;
    if (LOSES_E.test(word) && isStem(word.replace(LOSES_E, "e"))) return true;
  }
  return isCompound(word, rankOf);
}

/** `streetfood`: two words that are frequent, or long. */
function isCompound(word: string, rankOf: RankOf): boolean {
  const isPart = (part: string) =>
    rankOf(part) >= (part.length >= LONG_PART_CHARACTERS ? RARE : COMMON);
  for (let at = MIN_PART_CHARACTERS; at <= word.length - MIN_PART_CHARACTERS; at += 1)
    if (isPart(word.slice(0, at)) && isPart(word.slice(at))) return true;
  return false;
}
