import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { defineAnalyser } from "../analyser.ts";
import {
  clip,
  codesOf,
  count,
  detailsOf,
  detailText,
  type Finding,
  type IgnoredFaults,
} from "../finding.ts";
import { isBuiltByScripts, isReadable, type Page, type PageHeading } from "../pages/page.ts";
import {
  detailsOfRepeated,
  pagesOfFault,
  Repeated,
  type RepeatedFault,
  tellRepeated,
} from "../repeated.ts";
import { headingPlace, headingsFaults, headingText } from "./headingsFaults.ts";

const problem = codesOf(headingsFaults);

export const headingsData = z.strictObject({
  bad_headings_count: described(count, "How many faults the headings of all pages have.", 3),
  missing_h1_count: described(count, "Pages without an h1.", 1),
  several_h1_count: described(count, "Pages with more than one h1.", 0),
  empty_heading_count: described(count, "Headings without text.", 1),
  skipped_level_count: described(
    count,
    "Headings more than one level deeper than the one before.",
    1,
  ),
  pages_checked_count: described(count, "How many pages were checked.", 25),
  details: described(
    detailsOf(
      z.strictObject({
        problem: described(problem, "What is wrong with its headings.", "skipped_level"),
        heading: z.optional(
          described(
            detailText,
            "The levels and the text; absent where no single heading is at fault.",
            "h2 > h4 Opening hours",
          ),
        ),
        text: z.optional(headingText),
        level: z.optional(headingPlace.level),
        position: z.optional(headingPlace.position),
        ...pagesOfFault,
      }),
    ),
    "Some of what was found; 50 at most.",
  ),
});

type HeadingsData = z.infer<typeof headingsData>;

interface HeadingFault {
  problem: z.infer<typeof problem>;
  heading?: string;
  text?: string;
  level?: number;
  position?: number;
}

/** What is found out about the headings of a website's pages. */
interface HeadingsMaterial {
  checked: number;
  faults: RepeatedFault<HeadingFault>[];
  /** Further faults, by problem. */
  more: Partial<Record<HeadingFault["problem"], number>>;
}

/**
 * Counts, over all pages: a page without an h1 (1), a page with more than one (1), each empty
 * heading, and each heading more than one level deeper than the one before it. These are the rules
 * `page-has-heading-one`, `empty-heading` and `heading-order` of axe-core: the first heading of a page may
 * have any level, and a heading may be any number of levels higher than the one before. Hidden headings
 * don't count. An empty heading keeps its level, and an empty h1 is not a missing one. Pages that a script
 * makes in the browser and pages that are only shown in frames are not checked.
 *
 * `success`: none; `warning`: some.
 */
export class HeadingFaults {
  #checked = 0;
  readonly #more: HeadingsMaterial["more"] = {};
  readonly #faults = new Repeated<HeadingFault>();

  add(page: Page) {
    if (!isReadable(page) || page.isFramed || isBuiltByScripts(page)) return;
    this.#checked += 1;
    for (const fault of faultsOf(page)) {
      const { problem, heading } = fault;
      const isKept = this.#faults.add(page.url, fault, { problem, heading });
      if (!isKept) this.#more[problem] = (this.#more[problem] ?? 0) + 1;
    }
  }

  /** Undefined if there was no page to check. */
  get material(): HeadingsMaterial | undefined {
    if (this.#checked === 0) return undefined;
    return { checked: this.#checked, faults: this.#faults.all, more: this.#more };
  }
}

/** Whether a page has the fault as a whole, and not one of its headings. */
function isOfPage(problem: HeadingFault["problem"]): boolean {
  return problem === "missing_h1" || problem === "several_h1";
}

function nameFault({ problem, heading = "", level, position, text }: HeadingFault) {
  const detail = { level, position, ...(text !== undefined && { text }) };
  return isOfPage(problem)
    ? { code: problem, detail: {} }
    : { code: problem, subject: heading, detail };
}

/** The finding about one website, without what is ignored there, and everything that is wrong. */
export function tellHeadings({ checked, faults, more }: HeadingsMaterial, own: IgnoredFaults) {
  const { told, counted } = tellRepeated(faults, nameFault, own);
  const counts = { missing_h1: 0, several_h1: 0, empty_heading: 0, skipped_level: 0, ...more };
  for (const { problem, times } of counted) counts[problem] += times;
  const { missing_h1, several_h1, empty_heading, skipped_level } = counts;
  const bad_headings_count = missing_h1 + several_h1 + empty_heading + skipped_level;
  const headings: Finding<HeadingsData> = {
    status: bad_headings_count === 0 ? "success" : "warning",
    data: {
      bad_headings_count,
      missing_h1_count: missing_h1,
      several_h1_count: several_h1,
      empty_heading_count: empty_heading,
      skipped_level_count: skipped_level,
      pages_checked_count: checked,
      details: detailsOfRepeated(counted),
    },
  };
  const unkept = Object.values(more).reduce((sum, count) => sum + count, 0);
  return { findings: { headings }, faults: told, more_faults_count: unkept };
}

function faultsOf(page: Page): HeadingFault[] {
  const headings = page.headings.filter(({ hidden }) => !hidden);
  const top = headings.filter(({ level }) => level === 1);
  const faults: HeadingFault[] = [];
  if (top.length === 0) faults.push({ problem: "missing_h1" });
  if (top.length > 1) faults.push({ problem: "several_h1" });
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    const { level } = heading;
    const text = heading.text.trim();
    const place = { level, position: index + 1 };
    if (isEmpty(heading)) faults.push({ problem: "empty_heading", heading: `h${level}`, ...place });
    if (before && level > before.level + 1)
      faults.push({
        problem: "skipped_level",
        heading: clip(`h${before.level} > h${level} ${text}`.trim()),
        text: clip(text),
        ...place,
      });
  }
  return faults;
}

function isEmpty({ text }: PageHeading): boolean {
  return !/[^\s\u200B-\u200D\u2060\uFEFF]/.test(text);
}

export const headings = defineAnalyser({
  feature: "headings",
  explanation:
    "Follows axe-core's rules `page-has-heading-one`, `empty-heading` and `heading-order`, plus pages with more than one h1. Hidden headings do not count, nor do pages that a script builds in the browser or that are only shown in frames. A fault that a template repeats is listed once, with its number of pages.",
  category: "website",
  items: { headings: headingsData },
  reads: "everyPage",
  notNews: ["pages_checked_count", "position"],
  collect: () => new HeadingFaults(),
  analyse: async (_crawl, _site, { material }) => material,
  tell: tellHeadings,
  summary: { bad_headings_count: headingsData.shape.bad_headings_count },
  whenOff: { bad_headings_count: 0 },
  summarise: ({ headings: { data } = {} }) =>
    data ? { bad_headings_count: data.bad_headings_count } : {},
});
