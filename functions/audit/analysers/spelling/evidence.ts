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

/** The addresses of other hosts that pages link to: those of products and projects have their names. */
export class LinkedWords {
  readonly #urls = new Set<string>();
  #own: string | undefined;
  #words: Set<string> | undefined;

  /** Takes note of where a page links to; the first one is of the site's own host. */
  add({ url, links }: Pick<Page, "url" | "links">) {
    this.#own ??= `${URL.parse(url)?.origin}/`;
    for (const { kind, url, valid } of links) {
      if (this.#urls.size >= MAX_LINKS) return;
      if (kind === "a" && valid && !url.startsWith(this.#own)) this.#urls.add(url);
    }
  }

  /** Whether one of them has a word; to be asked when all pages are known. */
  has(word: string): boolean {
    this.#words ??= new Set(
      [...this.#urls].flatMap((url) => url.toLowerCase().match(/[a-z]+/g) ?? []),
    );
    return this.#words.has(word);
  }
}
