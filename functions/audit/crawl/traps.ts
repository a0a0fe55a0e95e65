import type { Page } from "../pages/page.ts";

const MAX_URL_LENGTH = 2000;
const MAX_SEGMENTS = 20;
const MAX_SAME_SEGMENTS = 3;
const PAGES_PER_CALENDAR = 50;
/** So many pages of a family may be alike before the others are not worth a request. */
const ALIKE_PAGES = 100;
/** A page that is exactly as another one counts as so many that are alike. */
const COPY_WEIGHT = 2;
/** A page is alike when no more of it than this is new. */
const NEW_SHARE = 0.25;
const BLOCKS_PER_PAGE = 200;
const BLOCK_CHARACTERS = 200;
const MAX_REMEMBERED = 200_000;

/** A month or a day at the end of a path. */
const DATE = /\/(?:19|20)\d\d[/-](?:0[1-9]|1[0-2]|[1-9])(?:[/-](?:0[1-9]|[12]\d|3[01]|[1-9]))?\/?$/;

/** Addresses of the same form: all in one folder, or with the same parameters. */
interface Family {
  /** Digests of the texts on its pages. */
  seen: Set<number>;
  /** How many more pages were alike than were not. */
  alike: number;
}

/**
 * Bounds the pages that a site can make up without end. Paths in circles and calendars are known by
 * their addresses; everything else by what it leads to: again and again pages that say the same,
 * but for numbers and what is in their address, and that lead to new ones of their form. Pages that
 * only lead to known ones are no trap, however many.
 */
export class Traps {
  readonly #calendars = new Map<string, number>();
  readonly #families = new Map<string, Family>();
  #remembered = 0;

  /** Whether the address itself is not that of a trap. */
  admits(url: string): boolean {
    const { pathname, href } = new URL(url);
    if (href.length > MAX_URL_LENGTH || repeatsItself(pathname)) return false;
    const date = DATE.exec(pathname);
    return !date || count(this.#calendars, pathname.slice(0, date.index), PAGES_PER_CALENDAR);
  }

  /** Whether a page of this address may still tell something new. */
  isWorth(url: string): boolean {
    return (this.#families.get(familyOf(url))?.alike ?? 0) < ALIKE_PAGES;
  }

  /** Takes note of what a page of this address says. `leadsOn`: to new addresses of its family. */
  note(url: string, page: Page, leadsOn: boolean) {
    const name = familyOf(url);
    const family = this.#families.get(name) ?? { seen: new Set(), alike: 0 };
    if (this.#families.size < MAX_REMEMBERED) this.#families.set(name, family);
    const texts = textsOf(page);
    // A query that changes nothing at all makes no page of its own, whoever leads to it.
    const whole = digest(texts.join("\n"));
    const isCopy = url.includes("?") && family.seen.has(whole);
    const own = wordsOf(url);
    const digests = texts.map((text) => digest(withoutWords(text, own)));
    const fresh = digests.filter((text) => !family.seen.has(text)).length;
    const isAlike = leadsOn && fresh <= NEW_SHARE * texts.length;
    const change = isCopy ? COPY_WEIGHT : isAlike ? 1 : -1;
    family.alike = Math.max(0, family.alike + change);
    for (const each of [whole, ...digests]) this.#remember(family, each);
  }

  #remember({ seen }: Family, digest: number) {
    if (this.#remembered >= MAX_REMEMBERED || seen.has(digest)) return;
    seen.add(digest);
    this.#remembered += 1;
  }
}

/** `/shop/page/12?sort=up&size=3` is of the family `/shop/page/*?size&sort`. */
export function familyOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const folder = pathname.slice(0, pathname.lastIndexOf("/")).replace(/\d+/g, "#");
  const parameters = [...new Set(searchParams.keys())].sort();
  // With a query the path is a page's own, and the query its forms.
  return parameters.length > 0 ? `${pathname}?${parameters.join("&")}` : `${folder}/*`;
}

function textsOf({ title = "", headings, text }: Page): string[] {
  return [title, ...headings.map((heading) => heading.text), ...text]
    .filter(Boolean)
    .slice(0, BLOCKS_PER_PAGE)
    .map((block) => block.slice(0, BLOCK_CHARACTERS));
}

/** The words in what of an address is different from page to page. */
function wordsOf(url: string): ReadonlySet<string> {
  const { pathname, search } = new URL(url);
  const own = pathname.slice(pathname.lastIndexOf("/")) + search;
  return new Set(own.toLowerCase().match(/\p{L}+/gu) ?? []);
}

/** What is left of a text without its numbers and these words. */
function withoutWords(text: string, words: ReadonlySet<string>): string {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return all.filter((word) => !words.has(word)).join(" ");
}

/** FNV-1a, 32 bits. */
function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

function repeatsItself(path: string) {
  const segments = path.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return true;
  const times = new Map<string, number>();
  return segments.some((segment) => !count(times, segment, MAX_SAME_SEGMENTS));
}

/** Counts one more, unless that would be more than the limit. */
function count(counts: Map<string, number>, key: string, limit: number) {
  const next = (counts.get(key) ?? 0) + 1;
  if (next > limit) return false;
  counts.set(key, next);
  return true;
}
