import { isDerived } from "./derived.ts";
import { type Rank, type Slip, UNKNOWN, WordGraph } from "./wordGraph.ts";
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
