import * as z from "zod/mini";
import { described } from "../../shared/fields/described.ts";
import { clip, count, detailText, type Fault, type IgnoredFaults, MAX_DETAILS } from "./finding.ts";

const PAGES_PER_FAULT = 3;
/** The most pages that are kept of a fault. */
const MAX_PAGES = 10;
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

/** A fault with some of its pages, and how often it was found. */
export type RepeatedFault<Kind> = Kind & PagesOfFault & { times: number };

/** Faults of pages, each once with the pages that have it: a template repeats a fault on every page. */
export class Repeated<Kind extends object> {
  readonly #faults = new Map<string, RepeatedFault<Kind>>();
  /** The page that had a fault last, by fault. */
  readonly #last = new Map<string, string>();
  /** How often a fault was found for which there was no room. */
  more = 0;

  /** Returns false if there was no room. `same`: what faults have in common that are one, if not all. */
  add(page: string, fault: Kind, same: unknown = fault): boolean {
    const key = JSON.stringify(same);
    const url = clip(page);
    const known = this.#faults.get(key);
    if (!known) {
      if (this.#faults.size >= MAX_FAULTS) {
        this.more += 1;
        return false;
      }
      this.#faults.set(key, { ...fault, url, pages_count: 1, pages: [url], times: 1 });
    } else {
      known.times += 1;
      if (this.#last.get(key) !== page) {
        known.pages_count += 1;
        if (known.pages.length < MAX_PAGES) known.pages.push(url);
      }
    }
    this.#last.set(key, page);
    return true;
  }

  get all(): RepeatedFault<Kind>[] {
    return [...this.#faults.values()];
  }
}

/**
 * The details of a feed item: at most 50 faults with three pages each, those on most pages first. The order
 * stays while a number of pages changes a little.
 */
export function detailsOfRepeated<Kind>(faults: RepeatedFault<Kind>[]): (Kind & PagesOfFault)[] {
  const rank = ({ pages_count }: PagesOfFault) => Math.floor(Math.log2(pages_count));
  return faults
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, MAX_DETAILS)
    .map(({ times: _, ...fault }) => {
      const pages = fault.pages.slice(0, PAGES_PER_FAULT);
      return { ...(fault as unknown as Kind & PagesOfFault), pages };
    });
}

/** How a fault is told. One without a `subject` is a fault of pages as a whole: all that have it are one. */
type Named = Pick<Fault, "code" | "detail"> & { subject?: string };

/** All faults, and those of them that are not ignored. */
export function tellRepeated<Kind>(
  faults: RepeatedFault<Kind>[],
  nameOf: (fault: RepeatedFault<Kind>) => Named,
  { isIgnored }: IgnoredFaults,
): { told: Fault[]; counted: RepeatedFault<Kind>[] } {
  const all = faults.map((fault) => {
    const { url, pages, pages_count } = fault;
    return { fault, told: { subject: url, ...ofPages(nameOf(fault)), pages, pages_count } };
  });
  return {
    told: all.map(({ told }) => told),
    counted: all.filter(({ told }) => !isIgnored(told)).map(({ fault }) => fault),
  };
}

/** The first page that has the fault may be another one at the next audit. */
function ofPages(named: Named): Named & { key?: string } {
  return named.subject === undefined ? { ...named, key: "" } : named;
}
