import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A language of which only the words are known. */
export interface Dictionary {
  has(word: string): boolean;
  /** The letters that a slip may have put into a word. */
  letters: string;
  /** Its nouns have a capital, so that a capital is no sign of a name. */
  capitals?: true;
  /** Letters that people may leave out. */
  silent?: RegExp;
  /** It joins words to new ones. */
  compounds?: true;
}

/** A language and the package that has its words. */
interface Language extends Omit<Dictionary, "has"> {
  package: string;
  file: string;
}

const LATIN = "abcdefghijklmnopqrstuvwxyz";

/** The languages besides English, by their code. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  de: {
    package: "@cspell/dict-de-de",
    file: "de_DE.trie.gz",
    letters: `${LATIN}äöüß`,
    capitals: true,
    // `ungrade`, `boolsch`
    silent: /e(?=[lr])|(?<=[lr])e/g,
    compounds: true,
  },
  es: {
    package: "@cspell/dict-es-es",
    file: "Spanish.trie.gz",
    letters: `${LATIN}áéíñóúü`,
    // `subscribir`, `obscuro`
    silent: /b(?=s)/g,
  },
  fr: { package: "@cspell/dict-fr-fr", file: "fr-fr.trie.gz", letters: `${LATIN}àâçèéêëîïôùûü` },
  nl: {
    package: "@cspell/dict-nl-nl",
    file: "Dutch.trie.gz",
    letters: `${LATIN}éëïöü`,
    compounds: true,
  },
};

/** The file with a language's words, which `convertDictionaries` made of the package. */
export function dictionaryFile(language: string): string {
  return join(import.meta.dirname, `${language}.btrie`);
}

/** Whether the spelling of a language other than English can be checked. */
export function hasDictionary(language: string): boolean {
  return Object.hasOwn(LANGUAGES, language) && existsSync(dictionaryFile(language));
}

let reader: typeof import("cspell-trie-lib") | undefined;

/** Imports what reads dictionaries; most websites need none. */
export async function importReader() {
  reader ??= await import("cspell-trie-lib");
}

/** The last one that was read: a thread's memory has room for one. */
let last: { language: string; dictionary: Dictionary } | undefined;

/** The dictionary of a language that `hasDictionary`. It takes 30 ms and the bytes of its file to read. */
export function loadDictionary(language: string): Dictionary {
  const source = LANGUAGES[language];
  if (!source || !reader) throw new Error(`The dictionary of ${language} cannot be read.`);
  if (last?.language === language) return last.dictionary;
  last = undefined;
  const trie = reader.decodeTrie(readFileSync(dictionaryFile(language)));
  const hasWord = (word: string) => trie.hasWord(word, false);
  const dictionary: Dictionary = {
    ...source,
    has: (word) => {
      const lower = word.toLowerCase();
      // In Switzerland, `ss` stands for `ß`.
      return (
        hasWord(word) || hasWord(lower) || (/ss/.test(lower) && hasWord(lower.replace(/ss/g, "ß")))
      );
    },
  };
  last = { language, dictionary };
  return dictionary;
}
