import { isBritish, MORE_WORDS, withoutPrefix } from "./moreWords.ts";

export interface Dictionary {
  /** Whether the word, in lower case, is spelled as English spells it, on either side of the Atlantic. */
  knows(word: string): boolean;
}

let loading: Promise<Dictionary> | undefined;

/**
 * The English dictionary, loaded when it is first needed and kept: 0.15 to 0.5 s and up to 40 MB.
 * Both packages are imported on demand, so that a function that checks no spelling pays for neither.
 */
export function loadDictionary(): Promise<Dictionary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Dictionary> {
  const [{ default: nspell }, { default: files }] = await Promise.all([
    import("nspell"),
    import("dictionary-en"),
  ]);
  const american = nspell({ aff: Buffer.from(files.aff), dic: Buffer.from(files.dic) });
  const knowsAmerican = (word: string) => MORE_WORDS.has(word) || american.correct(word);
  const knows = (word: string) => knowsAmerican(word) || isBritish(word, knowsAmerican);
  return { knows: (word) => knows(word) || knows(withoutPrefix(word)) };
}
