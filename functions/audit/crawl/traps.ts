import { digest, type Page } from "../pages/page.ts";

const MAX_URL_LENGTH = 2000;
const MAX_SEGMENTS = 20;
const MAX_SAME_SEGMENTS = 3;
const PAGES_PER_CALENDAR = 50;
/** Number of alike pages after which the rest of a family is not worth a request. */
const ALIKE_PAGES = 100;
/** What an exact copy of another page counts, in alike pages. */
const COPY_WEIGHT = 2;
/** Largest share of new texts on a page that is alike. */
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
  /** Number of alike pages, less the other pages. */
  alike: number;
}

/**
 * Bounds the pages that are read of an endless part of a site. Circular paths and calendars are
 * recognised by their addresses, everything else by its pages: they say the same, apart from numbers and
 * the words of their address, and link to new addresses of their family. Pages that only link to known
 * addresses are no trap, whatever their number.
 */
export class Traps {
  readonly #calendars = new Map<string, number>();
  readonly #families = new Map<string, Family>();
  #remembered = 0;

  /** Whether an address does not look like a trap. */
  admits(url: string): boolean {
    const { pathname, href } = new URL(url);
    if (href.length > MAX_URL_LENGTH || repeatsItself(pathname)) return false;
    const date = DATE.exec(pathname);
    return !date || count(this.#calendars, pathname.slice(0, date.index), PAGES_PER_CALENDAR);
  }

  /** Whether a page at this address may still say something new. */
  isWorth(url: string): boolean {
    return (this.#families.get(familyOf(url))?.alike ?? 0) < ALIKE_PAGES;
  }

  /** Notes what a page at this address says. `leadsOn`: it links to new addresses of its family. */
  note(url: string, page: Page, leadsOn: boolean) {
    const name = familyOf(url);
    const family = this.#families.get(name) ?? { seen: new Set(), alike: 0 };
    if (this.#families.size < MAX_REMEMBERED) this.#families.set(name, family);
    const texts = textsOf(page);
    // A query that changes nothing makes no new page, even if the page does not lead on.
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
  // With a query, the path is the page and the query varies.
  return parameters.length > 0 ? `${pathname}?${parameters.join("&")}` : `${folder}/*`;
}

function textsOf({ title = "", headings, text }: Page): string[] {
  return [title, ...headings.map((heading) => heading.text), ...text]
    .filter(Boolean)
    .slice(0, BLOCKS_PER_PAGE)
    .map((block) => block.slice(0, BLOCK_CHARACTERS));
}

/** The words in the part of an address that differs within a family. */
function wordsOf(url: string): ReadonlySet<string> {
  const { pathname, search } = new URL(url);
  const own = pathname.slice(pathname.lastIndexOf("/")) + search;
  return new Set(own.toLowerCase().match(/\p{L}+/gu) ?? []);
}

/** A text without its numbers and these words. */
function withoutWords(text: string, words: ReadonlySet<string>): string {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return all.filter((word) => !words.has(word)).join(" ");
}

function repeatsItself(path: string) {
  const segments = path.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return true;
  // `href=".//offers"` adds a slash to the address of each page that has it.
  if (path.includes("///") || path.split("//").length > 2) return true;
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
