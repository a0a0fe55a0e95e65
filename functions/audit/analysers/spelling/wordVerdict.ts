import type { Page } from "../../pages/page.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { COMMON, FREQUENT, RARE, type Slip } from "./wordGraph.ts";
import type { Known } from "./words.ts";

/** `certain` is counted; `possible` is only mentioned in the details. */
export type Verdict = "certain" | "possible";

/** How often an unknown word is written on all pages, by the way of writing. */
export interface Written {
  /** In lower case. */
  lower: number;
  /** With a capital that any word would have: at the start of a sentence, in a title. */
  anyCapital: number;
  /** With a capital where only names have one. */
  asName: number;
  /** How many of all these are in the place of a term: alone, in parentheses, in code, beside foreign words. */
  asTerm: number;
}

/** A word that is written more often is a term, unless the word it may stand for is far more frequent. */
const MAX_SLIP_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;
/** Shorter words are often one slip from another word by chance, most of all in the first and last letter. */
const [SHORT, LONG_ENOUGH_AT_ENDS, LONG] = [5, 7, 7];

/** Letters that names of programs add to a word: `systemd`, `printk`, `pythonz`. */
const ENDS_OF_PROGRAMS = "dkqxz";

/** A website with more words uses most of them twice, so the word that was meant is somewhere on it. */
const LARGE_SITE_WORDS = 20_000;

/** The words that a website uses. */
export interface Usage {
  words: number;
  /** How often it uses a word. */
  of(word: string): number;
}

interface UsedSlip extends Slip {
  /** How often the website uses the word that was meant. */
  uses: number;
}

/**
 * Decides whether a word is surely or possibly a misspelling, and of which word. `slips` are the words from
 * which it is one slip.
 */
export function judgeWord(
  word: string,
  { slips, written, usage }: { slips: Slip[]; written: Written; usage: Usage },
): { verdict: Verdict; suggestion: string } | undefined {
  const times = written.lower + written.anyCapital + written.asName;
  const likely = slips
    .map((slip) => ({ ...slip, uses: usage.of(slip.meant) }))
    .toSorted((a, b) => likelihood(b) - likelihood(a));
  const isText = written.lower + written.anyCapital > written.asTerm;
  const certain =
    isText &&
    likely.find((slip) =>
      isCertain(word, slip, { times, isLargeSite: usage.words > LARGE_SITE_WORDS }),
    );
  if (certain) return { verdict: "certain", suggestion: certain.meant };
  const [first] = likely;
  const isPossible = first && written.lower > 0 && (first.rank > RARE || first.uses > 0);
  return isPossible ? { verdict: "possible", suggestion: first.meant } : undefined;
}

function isCertain(
  word: string,
  { meant, rank, kind, at, uses }: UsedSlip,
  { times, isLargeSite }: { times: number; isLargeSite: boolean },
): boolean {
  if (kind !== "swapped") {
    const isLast = at === word.length - 1 && kind !== "missing";
    // Names of things in programs: `pthreads`, `printk`.
    if (kind === "added" && at === 0) return false;
    if (isLast && ENDS_OF_PROGRAMS.includes(word.charAt(at))) return false;
    if ((at === 0 || isLast) && word.length < LONG_ENOUGH_AT_ENDS) return false;
    // It may be the singular or the plural of a word.
    if (meant === `${word}s` || word === `${meant}s` || word.includes("'")) return false;
  }
  if (isLargeSite && uses === 0) return false;
  if (times > MAX_SLIP_WRITTEN && uses < times * MEANT_TIMES_WRITTEN) return false;
  if (word.length < SHORT) return uses > 0 && rank === FREQUENT;
  if (at === 0 && rank <= RARE) return false;
  if (rank === COMMON) return uses > 0 || word.length >= LONG;
  return rank === FREQUENT || (uses >= MEANT_TIMES_WRITTEN && word.length >= LONG);
}

/** Prefers words that the website uses, then frequent words, then any slip to a wrong letter. */
function likelihood({ rank, kind, uses }: Slip & { uses: number }): number {
  return (uses > 0 ? 4 : 0) + rank + (kind === "wrong" ? 0 : 0.5);
}

const MAX_LINKS = 5000;
/** The most words that are looked up. */
const MAX_WORDS = 2000;

/** Whether a word, with or without an ending, is one of code, such as `unrefd` of `unref`. */
export function isOfCode(word: string, codeWords: ReadonlySet<string>): boolean {
  return codeWords.has(word) || codeWords.has(word.replace(/(?:s|e?d|ers?|ing)$/, ""));
}

/** Tells whether an unknown word may be a misspelling. Each word is looked up once. */
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

/** The words in addresses of other hosts that pages link to, which are often names of products and projects. */
export class LinkedWords {
  readonly #urls = new Set<string>();
  #own: string | undefined;
  #words: Set<string> | undefined;

  /** Adds the links of a page. The host of the first page is the site's own. */
  add({ url, links }: Pick<Page, "url" | "links">) {
    this.#own ??= `${URL.parse(url)?.origin}/`;
    for (const { kind, url, valid } of links) {
      if (this.#urls.size >= MAX_LINKS) return;
      if (kind === "a" && valid && !url.startsWith(this.#own)) this.#urls.add(url);
    }
  }

  /** Whether an address has a word. Call it after all pages have been added. */
  has(word: string): boolean {
    this.#words ??= new Set(
      [...this.#urls].flatMap((url) => url.toLowerCase().match(/[a-z]+/g) ?? []),
    );
    return this.#words.has(word);
  }
}
