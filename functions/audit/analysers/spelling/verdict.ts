import type { Page } from "../../pages/page.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { COMMON, FREQUENT, RARE, type Slip } from "./wordGraph.ts";
import type { Known } from "./words.ts";

/** `certain` is counted; `possible` is only told. */
export type Verdict = "certain" | "possible";

/** How often a word that is not known is written, over all pages. */
export interface Written {
  /** In lower case. */
  lower: number;
  /** With a capital where that says nothing: at the start of a sentence, in a title. */
  anyCapital: number;
  /** With a capital where only names have one. */
  asName: number;
  /** Of these, where terms stand: alone, in parentheses, in something like code, beside words of other languages. */
  asTerm: number;
}

/** A slip is made once or twice; what is written more often is a term, unless what was meant is far more frequent. */
const MAX_SLIP_WRITTEN = 3;
const MEANT_TIMES_WRITTEN = 3;
/** Shorter words are one slip from another word by chance, above all in the first letter and the last. */
const [SHORT, LONG_ENOUGH_AT_ENDS, LONG] = [5, 7, 7];

/** What names of programs end with behind a word: `systemd`, `printk`, `pythonz`. */
const ENDS_OF_PROGRAMS = "dkqxz";

/** Who writes so much uses most words twice: what was meant is on the website somewhere. */
const LARGE_SITE_WORDS = 20_000;

/** What a website writes. */
export interface Usage {
  words: number;
  /** How often it has a word. */
  of(word: string): number;
}

interface UsedSlip extends Slip {
  /** How often the website uses the word that was meant. */
  uses: number;
}

/**
 * Whether a word is surely or possibly a misspelling, given the words from which it is one slip and
 * how often the website uses each of them; and what was meant.
 */
export function judge(
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
    // What may be the singular or the plural of a word.
    if (meant === `${word}s` || word === `${meant}s` || word.includes("'")) return false;
  }
  if (isLargeSite && uses === 0) return false;
  if (times > MAX_SLIP_WRITTEN && uses < times * MEANT_TIMES_WRITTEN) return false;
  if (word.length < SHORT) return uses > 0 && rank === FREQUENT;
  if (at === 0 && rank <= RARE) return false;
  if (rank === COMMON) return uses > 0 || word.length >= LONG;
  return rank === FREQUENT || (uses >= MEANT_TIMES_WRITTEN && word.length >= LONG);
}

/** Words that the website uses first, then by how frequent they are in the language; a wrong letter is the rarest slip. */
function likelihood({ rank, kind, uses }: Slip & { uses: number }): number {
  return (uses > 0 ? 4 : 0) + rank + (kind === "wrong" ? 0 : 0.5);
}

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
