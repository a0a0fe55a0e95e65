import { COMMON, RARE, type Rank, type Slip, UNKNOWN, WordGraph } from "./wordGraph.ts";
import { readMisspellings, readWords } from "./words/readWords.ts";

/** The words of a language, in lower case as `normalise` makes them. */
export interface Vocabulary {
  /** How well a word or name is known. A common misspelling is unknown. */
  rankOf(word: string): Rank;
  /** The word that a common misspelling stands for. */
  meantBy(misspelling: string): string | undefined;
  /** The words from which a word is one slip; empty if it is short or derived from known words. */
  slipsOf(word: string): Slip[];
}

/** The least length of a word that was meant. Shorter words are one slip from each other. */
const MIN_MEANT_CHARACTERS = 5;
/** Contractions that any word may have: `that'd`, `there'll`. */
const CONTRACTED = /'(?:d|ll|re|ve)$/;

const loaded = new Map<string, Vocabulary>();

/** The vocabulary of a language, read once when it is first needed. */
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
/** A part of a compound with this many letters need not be a frequent word. */
const LONG_PART_CHARACTERS = 5;

/** Prefixes of words that no list has: `nonmembers`, `subpages`. Without `co-` and `in-`, which slips often look like. */
const PREFIX =
  /^(?:anti|auto|bio|counter|cyber|de|eco|hyper|inter|macro|mega|meta|micro|mid|mini|mis|mono|multi|my|nano|neuro|non|out|over|photo|post|pre|proto|pseudo|re|semi|sub|super|tele|thermo|trans|ultra|un|under)/;

/** Endings, each with the stems that change before it: a consonant is doubled, an `e` left out, a `y` becomes `ie`. */
const ENDINGS: readonly (readonly [ending: RegExp, notAfter: RegExp])[] = [
  [/s$/, /(?:[sxz]|[cs]h|[^aeiou]y)$/],
  [/(?:ish|like|less|wise)$/, /[^a-z]$/],
  [/(?:ness|ly)$/, /[^aeiou]y$/],
  [/(?:able|ing)$/, /(?:[^e]e|[^aeiou][aeiou][bdfgklmnprtv])$/],
  [/(?:ed|er|ers)$/, /(?:[ey]|[^aeiou][aeiou][bdfgklmnprtv])$/],
];

/** Endings before which a word of one syllable doubles its last consonant: `statting`, `globber`. */
const DOUBLED = /^([^aeiouy]*[aeiouy]([bdfgklmnprtv]))\2(?:able|ed|er|ers|ing)$/;
/** Endings before which a word loses its last `e`: `uuencoded`. */
const LOSES_E = /(?:able|ed|er|ers|es|ing)$/;

/** Whether a word that is in no list is derived from words that are: by a prefix, an ending, or as a compound. */
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

/** Whether a word consists of two words that are frequent or long, such as `streetfood`. */
function isCompound(word: string, rankOf: RankOf): boolean {
  const isPart = (part: string) =>
    rankOf(part) >= (part.length >= LONG_PART_CHARACTERS ? RARE : COMMON);
  for (let at = MIN_PART_CHARACTERS; at <= word.length - MIN_PART_CHARACTERS; at += 1)
    if (isPart(word.slice(0, at)) && isPart(word.slice(at))) return true;
  return false;
}
