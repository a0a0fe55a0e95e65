import type { Page } from "../../../../shared/pages/page.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { COMMON } from "./wordGraph.ts";
import type { Known } from "./words.ts";

const MAX_LINKS = 5000;
/** Up to 0.2 milliseconds each. */
const MAX_WORDS = 2000;

/** A word of code, also with an ending: what was `unref`ed is `unrefd`. */
export function isOfCode(word: string, codeWords: ReadonlySet<string>): boolean {
  return codeWords.has(word) || codeWords.has(word.replace(/(?:s|e?d|ers?|ing)$/, ""));
}

/** Whether a word may be another one misspelled, found once for each and as often as others are tried. */
export function slipsKnownBy(vocabulary: Vocabulary): Known["isSlip"] {
  const found = new Map<string, boolean>();
  return (word) => {
    const known = found.get(word);
    if (known !== undefined || found.size >= MAX_WORDS) return known ?? false;
    const isSlip =
      vocabulary.meantBy(word) !== undefined ||
      vocabulary.slipsOf(word).some(({ rank }) => rank >= COMMON);
    found.set(word, isSlip);
    return isSlip;
  };
}

/** Whether the address of another host that the pages link to has a word, as those of products and projects do. */
export function linkedBy(pages: Page[]): (word: string) => boolean {
  let words: Set<string> | undefined;
  return (word) => {
    words ??= new Set(
      externalAddresses(pages).flatMap((url) => url.toLowerCase().match(/[a-z]+/g) ?? []),
    );
    return words.has(word);
  };
}

function externalAddresses(pages: Page[]): string[] {
  const own = `${URL.parse(pages[0]?.url ?? "")?.origin}/`;
  const urls = new Set<string>();
  for (const { links } of pages)
    for (const { kind, url, valid } of links) {
      if (urls.size >= MAX_LINKS) return [...urls];
      if (kind === "a" && valid && !url.startsWith(own)) urls.add(url);
    }
  return [...urls];
}
