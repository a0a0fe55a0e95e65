/** The most of each that is read of a page, texts in characters; `unchecked` names what is beyond. */
export const MOST_OF_A_PAGE = {
  text: 200_000,
  "JSON-LD": 256 * 1024,
  links: 5000,
  headings: 2000,
  labels: 1000,
  images: 1000,
  "mail links": 200,
  "telephone links": 200,
  "meta elements": 200,
  feeds: 200,
  sitemaps: 200,
  "microdata values": 1000,
  "names of a microdata value": 10,
  "ids and fragments": 10_000,
  "nested elements": 1000,
  // At the same time, such as a link in a heading: more than a real page needs.
  "captured texts": 20,
  "JSON-LD levels": 50,
  "addresses in a srcset": 50,
  "attributes of an element": 100,
} as const;

type Limited = keyof typeof MOST_OF_A_PAGE;

/** Applies the limits to one page, and notes what it has beyond them. */
export class Cut {
  readonly #reasons = new Set<string>();

  /** Whether there is no room for another one besides `count`; the page is then cut. */
  isFull(what: Limited, count: number): boolean {
    const most = MOST_OF_A_PAGE[what];
    if (count < most) return false;
    this.#reasons.add(`${what} beyond ${most}`);
    return true;
  }

  /** Such as `links beyond 5000`. */
  get reasons(): string[] {
    return [...this.#reasons];
  }
}
