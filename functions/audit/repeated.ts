import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { clip, count, detailText, MAX_DETAILS } from "./analyser.ts";

const PAGES_PER_FAULT = 3;
/** Different faults that are kept; only a hostile site has more. */
const MAX_FAULTS = 1000;

const example = "https://bakery.example.com/about";

/** The fields of a detail that say which pages have the fault. */
export const pagesOfFault = {
  url: described(detailText, "One of the pages that have it.", example),
  pages_count: described(count, "How many pages have it.", 1),
  pages: described(
    z.array(detailText).check(z.maxLength(PAGES_PER_FAULT)),
    "Some of these pages.",
    [example],
  ),
};

interface PagesOfFault {
  url: string;
  pages_count: number;
  pages: string[];
}

/** Faults of pages, each once with the pages that have it: a template repeats a fault on every page. */
export class Repeated<Fault extends object> {
  readonly #faults = new Map<string, Fault & PagesOfFault>();
  /** The page that had a fault last, by fault. */
  readonly #last = new Map<string, string>();

  /** `same`: what faults have in common that are one, if they are not equal. */
  add(page: string, fault: Fault, same: unknown = fault) {
    const key = JSON.stringify(same);
    const url = clip(page);
    const known = this.#faults.get(key);
    if (!known) {
      if (this.#faults.size >= MAX_FAULTS) return;
      this.#faults.set(key, { ...fault, url, pages_count: 1, pages: [url] });
    } else if (this.#last.get(key) !== page) {
      known.pages_count += 1;
      if (known.pages.length < PAGES_PER_FAULT) known.pages.push(url);
    }
    this.#last.set(key, page);
  }

  /** The number of different faults. */
  get count(): number {
    return this.#faults.size;
  }

  /** At most 50, those on most pages first; the order stays while a number of pages changes a little. */
  get details(): (Fault & PagesOfFault)[] {
    const rank = ({ pages_count }: PagesOfFault) => Math.floor(Math.log2(pages_count));
    return [...this.#faults.values()].toSorted((a, b) => rank(b) - rank(a)).slice(0, MAX_DETAILS);
  }
}
