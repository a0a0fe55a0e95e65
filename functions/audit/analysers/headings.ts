import * as z from "zod/mini";
import type { Page, PageHeading } from "../../../shared/pages/page.ts";
import {
  clip,
  count,
  defineAnalyser,
  detailsOf,
  detailText,
  type Finding,
  MAX_DETAILS,
  readablePages,
} from "../analyser.ts";

const problem = z.enum(["missing_h1", "several_h1", "empty_heading", "skipped_level"]);

export const headingsData = z.strictObject({
  bad_headings_count: count,
  missing_h1_count: count,
  several_h1_count: count,
  empty_heading_count: count,
  skipped_level_count: count,
  pages_checked_count: count,
  details: detailsOf(z.strictObject({ url: detailText, problem, heading: z.optional(detailText) })),
});

type HeadingsData = z.infer<typeof headingsData>;

interface Fault {
  problem: z.infer<typeof problem>;
  heading?: string;
}

/**
 * Counts, over all pages: a page without an h1 (1), a page with more than one (1), each empty
 * heading, and each heading more than one level deeper than the one before it (the rules
 * `page-has-heading-one`, `empty-heading` and `heading-order` of axe-core: the first heading of a
 * page may have any level, and going up any number of levels is fine). Hidden headings are not
 * there. An empty heading has its place in the order, and an empty h1 is not a missing one.
 *
 * `success`: none; `warning`: some; `info`: there was no page to check.
 */
export function analyseHeadings(pages: Page[]): Finding<HeadingsData> {
  const checked = readablePages(pages);
  const faults = checked.flatMap((page) =>
    faultsOf(page).map((fault) => ({ ...fault, url: clip(page.url) })),
  );
  const countOf = (name: Fault["problem"]) =>
    faults.filter((fault) => fault.problem === name).length;
  return {
    status: checked.length === 0 ? "info" : faults.length === 0 ? "success" : "warning",
    data: {
      bad_headings_count: faults.length,
      missing_h1_count: countOf("missing_h1"),
      several_h1_count: countOf("several_h1"),
      empty_heading_count: countOf("empty_heading"),
      skipped_level_count: countOf("skipped_level"),
      pages_checked_count: checked.length,
      details: faults.slice(0, MAX_DETAILS),
    },
  };
}

function faultsOf(page: Page): Fault[] {
  const headings = page.headings.filter(({ hidden }) => !hidden);
  const top = headings.filter(({ level }) => level === 1);
  const faults: Fault[] = [];
  if (top.length === 0) faults.push({ problem: "missing_h1" });
  if (top.length > 1) faults.push({ problem: "several_h1" });
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    if (isEmpty(heading)) faults.push({ problem: "empty_heading", heading: `h${heading.level}` });
    if (before && heading.level > before.level + 1)
      faults.push({
        problem: "skipped_level",
        heading: clip(`h${before.level} > h${heading.level} ${heading.text.trim()}`.trim()),
      });
  }
  return faults;
}

function isEmpty({ text }: PageHeading): boolean {
  return !/[^\s\u200B-\u200D\u2060\uFEFF]/.test(text);
}

export const headings = defineAnalyser({
  feature: "headings",
  category: "website",
  items: { headings: headingsData },
  reads: "everyPage",
  notNews: ["pages_checked_count"],
  analyse: async ({ pages }) => ({ findings: { headings: analyseHeadings(pages) } }),
  summarise: ({ headings }) => ({ bad_headings_count: headings?.data.bad_headings_count ?? 0 }),
});
