import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeTrie } from "cspell-trie-lib";

/** A language whose spelling is checked. */
interface Language {
  /** The package that has its words, and the file; English has packages of its own (`packages.ts`). */
  package?: { name: string; file: string };
  /** The letters that a slip may have put into a word. */
  letters: string;
  /** The number of last letters in which forms of a word differ. */
  ending: number;
  /** Its nouns have a capital, so that a capital is no sign of a name. */
  capitals?: true;
  /** Letters that people may leave out. */
  silent?: RegExp;
  /** It joins words to new ones. */
  compounds?: true;
}

const LATIN = "abcdefghijklmnopqrstuvwxyz";

/** The languages by their code. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { letters: LATIN, ending: 1 },
  de: {
    package: { name: "@cspell/dict-de-de", file: "de_DE.trie.gz" },
    letters: `${LATIN}äöüß`,
    ending: 2,
    capitals: true,
    // `ungrade`, `boolsch`
    silent: /e(?=[lr])|(?<=[lr])e/g,
    compounds: true,
  },
  es: {
    package: { name: "@cspell/dict-es-es", file: "Spanish.trie.gz" },
    letters: `${LATIN}áéíñóúü`,
    ending: 2,
    // `subscribir`, `obscuro`
    silent: /b(?=s)/g,
  },
  fr: {
    package: { name: "@cspell/dict-fr-fr", file: "fr-fr.trie.gz" },
    letters: `${LATIN}àâçèéêëîïôùûü`,
    ending: 2,
  },
  nl: {
    package: { name: "@cspell/dict-nl-nl", file: "Dutch.trie.gz" },
    letters: `${LATIN}éëïöü`,
    ending: 2,
    compounds: true,
  },
};

/** The words of a language. */
export interface Dictionary extends Omit<Language, "package"> {
  has(word: string): boolean;
  /** Whether most people know a word; not known in other languages than English. */
  isCommon(word: string): boolean;
  /** Common misspellings with the words they stand for. The dictionary has none of them. */
  misspellings: ReadonlyMap<string, string>;
}

/** The file with a language's words. */
export function dictionaryFile(language: string): string {
  return join(import.meta.dirname, `${language}.btrie`);
}

/** Whether the spelling of a language can be checked. */
export function hasDictionary(language: string): boolean {
  return Object.hasOwn(LANGUAGES, language) && existsSync(dictionaryFile(language));
}

const dictionaries = new Map<string, Dictionary>();

/** The dictionary of a language that `hasDictionary`. It takes 30 ms and the bytes of its file to read. */
export function loadDictionary(language: string): Dictionary {
  const dictionary = dictionaries.get(language) ?? readDictionary(language);
  dictionaries.set(language, dictionary);
  return dictionary;
}

/** Marks a common word in the English file, as its last character. */
export const COMMON = ".";

function readDictionary(language: string): Dictionary {
  const source = LANGUAGES[language];
  if (!source) throw new Error(`There is no dictionary of ${language}.`);
  const trie = decodeTrie(readFileSync(dictionaryFile(language)));
  const misspellings = language === "en" ? readMisspellings() : new Map<string, string>();
  const hasWord = (word: string) => trie.hasWord(word, false);
  return {
    ...source,
    misspellings,
    isCommon: (word) => language === "en" && hasWord(word + COMMON),
    has(word) {
      if (misspellings.has(word)) return false;
      // In Switzerland, `ss` stands for `ß`.
      return hasWord(word) || (/ss/.test(word) && hasWord(word.replace(/ss/g, "ß")));
    },
  };
}

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
