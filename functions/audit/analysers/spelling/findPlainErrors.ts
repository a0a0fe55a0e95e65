import { MAX_SLIPS_TRIED, type SpellingError } from "./findErrors.ts";
import {
  cut,
  MAX_DIFFERENT_WORDS,
  MAX_PAGE_CHARACTERS,
  MAX_PAGES,
  type PagesLeft,
  type ReadPage,
} from "./siteWords.ts";
import type { WordGraph } from "./wordGraph.ts";

const WORD =
  /(?<![\p{L}\p{M}\p{N}_./@#$%&*=+~<>-])\p{L}\p{Ll}+(?![\p{L}\p{M}\p{N}_/@(=-]|\.\p{L})/gu;
const MIN_CHARACTERS = 6;
const MIN_PART_CHARACTERS = 3;
const MAX_PARTS = 3;
const MAX_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;

/**
 * The misspelled words of pages in a language of which only the words are known. A word in lower case is
 * certain if it is one slip inside from a word that the website uses three times as often, and no compound.
 */
export function findPlainErrors(
  pages: Iterable<ReadPage>,
  words: WordGraph,
  left: PagesLeft,
): SpellingError[] {
  const uses = new Map<string, number>();
  const unknown = new Map<string, Pick<SpellingError, "pages_count" | "url" | "pages">>();
  const codeWords = new Set<string>();
  for (const { url, title = "", text, labels = [], codeWords: code = [] } of pages) {
    for (const word of code) codeWords.add(word);
    const found = readWords([...text, title, ...labels], words, left);
    for (const word of found)
      if (uses.has(word) || uses.size < MAX_DIFFERENT_WORDS)
        uses.set(word, (uses.get(word) ?? 0) + 1);
    for (const word of new Set(found)) {
      if (word.length < MIN_CHARACTERS || /^\p{Lu}/u.test(word) || words.rankOf(word)) continue;
      if (unknown.size >= MAX_DIFFERENT_WORDS && !unknown.has(word)) continue;
      const where = unknown.get(word) ?? { pages_count: 0, url, pages: [] };
      unknown.set(word, where);
      where.pages_count += 1;
      if (where.pages.length < MAX_PAGES) where.pages.push(url);
    }
  }
  const errors: SpellingError[] = [];
  for (const [word, where] of [...unknown].slice(0, MAX_SLIPS_TRIED)) {
    const times = uses.get(word);
    // Beyond the most different words, uses are not counted.
    if (
      times === undefined ||
      times > MAX_WRITTEN ||
      codeWords.has(word) ||
      isCompound(word, words, MAX_PARTS)
    )
      continue;
    const slip = words
      .slipsOf(word)
      .find(
        ({ meant, at }) =>
          at > 0 && at < word.length - 1 && (uses.get(meant) ?? 0) >= times * MEANT_TIMES_WRITTEN,
      );
    if (slip) errors.push({ word, verdict: "certain", suggestion: slip.meant, ...where });
  }
  if (unknown.size > MAX_SLIPS_TRIED) left.many_words += 1;
  return errors;
}

/** The words of texts, in lower case if the language knows them so; without blocks of which a third is unknown. */
function readWords(texts: string[], words: WordGraph, left: PagesLeft): string[] {
  const all = texts.join("\n").normalize("NFC");
  if (all.length > MAX_PAGE_CHARACTERS) left.long_text += 1;
  return cut(all, MAX_PAGE_CHARACTERS)
    .split("\n")
    .flatMap((block) => {
      const found = (block.match(WORD) ?? []).map((word) =>
        words.rankOf(word.toLowerCase()) ? word.toLowerCase() : word,
      );
      return found.filter((word) => !words.rankOf(word)).length * 3 > found.length ? [] : found;
    });
}

function isCompound(word: string, words: WordGraph, parts: number): boolean {
  if (parts === 0) return false;
  for (let at = MIN_PART_CHARACTERS; at <= word.length - MIN_PART_CHARACTERS; at += 1) {
    if (!words.rankOf(word.slice(0, at))) continue;
    const rests = [word.slice(at), ...(word.charAt(at) === "s" ? [word.slice(at + 1)] : [])];
    if (rests.some((rest) => words.rankOf(rest) || isCompound(rest, words, parts - 1))) return true;
  }
  return false;
}
