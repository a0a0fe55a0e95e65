import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMON, RARE, type Rank, type Slip, UNKNOWN, WordGraph } from "./wordGraph.ts";

/** English words, in lower case as `normalise` makes them. */
export interface Vocabulary {
  /** How well a word or name is known. A common misspelling is unknown. */
  rankOf(word: string): Rank;
  /** The word that a common misspelling stands for. */
  meantBy(misspelling: string): string | undefined;
  /** The words from which a word is one slip; empty if it is short. */
  slipsOf(word: string): Slip[];
  /** Whether an unknown word is derived from known ones. */
  derivationOf(word: string): Derivation;
}

/**
 * `sure`: by a prefix or an ending of a word that most people know; `possible`: of a rare word, or as a
 * compound.
 */
export type Derivation = "sure" | "possible" | "none";

/** The least length of a word that was meant. Shorter words are one slip from each other. */
const MIN_MEANT_CHARACTERS = 5;
/** Contractions that any word may have: `that'd`, `there'll`. */
const CONTRACTED = /'(?:d|ll|re|ve)$/;

let loaded: Vocabulary | undefined;

/** The English vocabulary, read once when it is first needed. */
export function loadVocabulary(): Vocabulary {
  loaded ??= readVocabulary();
  return loaded;
}

function readVocabulary(): Vocabulary {
  const graph = new WordGraph(readWords());
  const misspellings = readMisspellings();
  const rankOf = (word: string) => graph.rankOf(word);
  return {
    rankOf: (word) => (misspellings.has(word) ? UNKNOWN : rankOf(word.replace(CONTRACTED, ""))),
    meantBy: (misspelling) => misspellings.get(misspelling),
    derivationOf: (word) => derivationOf(word, rankOf),
    slipsOf(word) {
      if (word.length < MIN_MEANT_CHARACTERS - 1) return [];
      return graph.slipsOf(word).filter(({ meant }) => meant.length >= MIN_MEANT_CHARACTERS);
    },
  };
}

/** The English words as the bytes of a `WordGraph`, which `npm run words:build` made. */
function readWords(): Uint8Array {
  return readFileSync(join(import.meta.dirname, "en.words"));
}

/** Common misspellings with the words they stand for. */
function readMisspellings(): Map<string, string> {
  const lines = readFileSync(join(import.meta.dirname, "misspellings.en.txt"), "utf8");
  const pairs = lines.trim().split("\n");
  return new Map(
    pairs.map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(0, space), line.slice(space + 1)];
    }),
  );
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
  [/(?:ish|isms?|ists?|like|less|wise)$/, /[^a-z]$/],
  [/(?:ness|ly)$/, /[^aeiou]y$/],
  [/(?:able|ing)$/, /(?:[^e]e|[^aeiou][aeiou][bdfgklmnprtv])$/],
  [/(?:e[der]|ers)$/, /(?:[ey]|[^aeiou][aeiou][bdfgklmnprtv])$/],
];

/** Endings before which a word of one syllable doubles its last consonant: `statting`, `globber`. */
const DOUBLED = /^([^aeiouy]*[aeiouy]([bdfgklmnprtv]))\2(?:able|ed|er|ers|ing)$/;
/** Endings before which a word loses its last `e`: `uuencoded`. */
const LOSES_E = /(?:able|e[der]|ers|es|ify|ing)$/;
/** Endings before which a `y` becomes an `i`: `repliable`. */
const CHANGES_Y = /(?<=[^aeiou])i(?:able|e[drs]|ers|ly|ness)$/;

function derivationOf(word: string, rankOf: RankOf): Derivation {
  const stems = stemsOf(word).filter((stem) => stem.length >= MIN_STEM_CHARACTERS);
  const best = Math.max(UNKNOWN, ...stems.map(rankOf));
  if (best >= COMMON) return "sure";
  return best >= RARE || isCompound(word, rankOf) ? "possible" : "none";
}

/** What a word may be derived from, by a prefix or an ending. */
function stemsOf(word: string): string[] {
  const [, single = ""] = DOUBLED.exec(word) ?? [];
  const stems = [word.replace(PREFIX, ""), single, word.replace(CHANGES_Y, "y")];
  if (/[ai]bly$/.test(word)) stems.push(word.replace(/y$/, "e"));
  if (LOSES_E.test(word)) stems.push(word.replace(LOSES_E, "e"));
  for (const [ending, notAfter] of ENDINGS) {
    const stem = word.replace(ending, "");
    if (!notAfter.test(stem)) stems.push(stem);
  }
  return stems;
}

/** Whether a word consists of two words that are frequent or long, such as `streetfood`. */
function isCompound(word: string, rankOf: RankOf): boolean {
  const isPart = (part: string) =>
    rankOf(part) >= (part.length >= LONG_PART_CHARACTERS ? RARE : COMMON);
  for (let at = MIN_PART_CHARACTERS; at <= word.length - MIN_PART_CHARACTERS; at += 1)
    if (isPart(word.slice(0, at)) && isPart(word.slice(at))) return true;
  return false;
}
