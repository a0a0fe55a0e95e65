import { readFileSync } from "node:fs";
import { join } from "node:path";

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

/** How well a word is known: not at all, only as a name, as a rare word or term, by most people, as a frequent word. */
export const [UNKNOWN, NAME, RARE, COMMON, FREQUENT] = [0, 1, 2, 3, 4] as const;
export type Rank = 0 | 1 | 2 | 3 | 4;

/** In lower case, with `'` for any apostrophe and without a possessive `'s`. */
export function normalise(written: string): string {
  return written.replace(/[’ʼ‘]/g, "'").toLowerCase().replace(/'s?$/, "");
}

/** The 32 bits of an edge: its letter, the rank of the word that ends there, whether it is the last of its node, its target. */
export const LETTER_SHIFT = 26;
export const RANK_SHIFT = 23;
export const LAST_BIT = 1 << 22;
export const NODE_MASK = LAST_BIT - 1;

/** How a word differs from the one that was meant: a letter too many, missing or wrong, or two swapped. */
type SlipKind = "added" | "missing" | "wrong" | "swapped";

export interface Slip {
  meant: string;
  rank: Rank;
  kind: SlipKind;
  /** The index of the first letter that differs. */
  at: number;
}

/**
 * A list of words as the smallest graph of letters that accepts them, which is searched without being
 * unpacked. A node is the place of its first edge; 0 is the node without edges. The bytes hold numbers of
 * 32 bits: the number of letters, their codes, the root, the edges. `writeGraph` in `build.ts` makes them.
 */
export class WordGraph {
  readonly #edges: Uint32Array;
  readonly #letters: string;
  /** The number of each letter, by its code; 0 for other characters. */
  readonly #numbers = new Uint8Array(0x180);
  readonly #root: number;

  constructor(bytes: Uint8Array) {
    const values = new Uint32Array(bytes.slice().buffer);
    const [count = 0] = values;
    this.#letters = String.fromCharCode(0, ...values.subarray(1, count + 1));
    for (let number = 1; number <= count; number += 1)
      this.#numbers[this.#letters.charCodeAt(number)] = number;
    this.#root = values[count + 1] ?? 0;
    this.#edges = values.subarray(count + 2);
  }

  rankOf(word: string): Rank {
    return this.#rankFrom(this.#root, word, 0);
  }

  /** The words from which this one is a single slip. */
  slipsOf(word: string): Slip[] {
    const slips = new Map<string, Slip>();
    const add = (kind: SlipKind, at: number, [rank, before, after]: [Rank, string, string]) => {
      const meant = rank > UNKNOWN ? before + after : word;
      if (meant !== word && !slips.has(meant)) slips.set(meant, { meant, rank, kind, at });
    };
    let edge = this.#root;
    for (let at = 0; at <= word.length; at += 1) {
      const [before, letter, rest] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
      const swapped = rest.charAt(0) + letter + rest.slice(1);
      if (letter) add("added", at, [this.#rankFrom(edge, word, at + 1), before, rest]);
      if (rest) add("swapped", at, [this.#rankFrom(edge, swapped, 0), before, swapped]);
      for (const next of this.#edgesFrom(edge)) {
        const other = this.#letters.charAt(next >>> LETTER_SHIFT);
        add("missing", at, [this.#rankFrom(next, word, at), before + other, letter + rest]);
        if (letter) add("wrong", at, [this.#rankFrom(next, word, at + 1), before + other, rest]);
      }
      edge = this.#step(edge, word.charCodeAt(at));
      if (edge === 0) break;
    }
    return [...slips.values()];
  }

  #rankFrom(start: number, word: string, from: number): Rank {
    let edge = start;
    for (let at = from; at < word.length && edge !== 0; at += 1)
      edge = this.#step(edge, word.charCodeAt(at));
    return ((edge >>> RANK_SHIFT) & 7) as Rank;
  }

  /** The edge of a letter from the node at which another edge ends, or 0. */
  #step(edge: number, code: number): number {
    const number = this.#numbers[code] ?? 0;
    if (number === 0) return 0;
    for (let place = edge & NODE_MASK; place !== 0; place += 1) {
      const next = this.#edges[place] ?? 0;
      if (next >>> LETTER_SHIFT === number) return next;
      if ((next & LAST_BIT) !== 0) break;
    }
    return 0;
  }

  *#edgesFrom(edge: number): Generator<number> {
    for (let place = edge & NODE_MASK; place !== 0; place += 1) {
      const next = this.#edges[place] ?? 0;
      yield next;
      if ((next & LAST_BIT) !== 0) return;
    }
  }
}
