import { isBuiltByScripts, isReadable, type Page, type PageHeading } from "../pages/page.ts";
import type { Analyser, Examination, Examined } from "./analyser.ts";
import { clip, FaultList, type Occurrence } from "./faults.ts";

/** Leaves out pages that a script builds in the browser. */
class HeadingsExamination implements Examination {
  #checked = 0;
  readonly #faults = new FaultList();

  add(page: Page) {
    if (!isReadable(page) || isBuiltByScripts(page)) return;
    this.#checked += 1;
    for (const fault of outlineFaults(page)) this.#faults.add({ ...fault, page: page.url });
  }

  /** Undefined without pages. */
  examine(): Examined | undefined {
    if (this.#checked === 0) return undefined;
    const { all, more } = this.#faults;
    return {
      faults: all,
      more_count: more,
      pages_checked_count: this.#checked,
      summary: (open) => ({
        bad_headings_count: open.reduce(
          (sum, { times, pages_count }) => sum + (times ?? pages_count),
          more,
        ),
      }),
    };
  }
}

/**
 * A page without an h1 (1), a page with more than one (1), each empty
 * heading, and each heading more than one level deeper than the one before it. These are the rules
 * `page-has-heading-one`, `empty-heading` and `heading-order` of axe-core: the first heading of a page may
 * have any level, and a heading may be any number of levels higher than the one before. Hidden headings
 * don't count. An empty heading keeps its level, and an empty h1 is not a missing one.
 */
function* outlineFaults(page: Page): Generator<Omit<Occurrence, "page">> {
  const headings = page.headings.filter(({ hidden }) => !hidden);
  const top = headings.filter(({ level }) => level === 1);
  if (top.length === 0) yield { code: "missing_h1" };
  if (top.length > 1) yield { code: "several_h1" };
  for (const [index, heading] of headings.entries()) {
    const before = headings[index - 1];
    const { level } = heading;
    const text = heading.text.trim();
    const place = { level, position: index + 1 };
    if (isEmpty(heading)) yield { code: "empty_heading", subject: `h${level}`, detail: place };
    if (before && level > before.level + 1)
      yield {
        code: "skipped_level",
        subject: `h${before.level} > h${level} ${text}`.trim(),
        detail: { ...place, text: clip(text) },
      };
  }
}

function isEmpty({ text }: PageHeading): boolean {
  return !/[^\s\u200B-\u200D\u2060\uFEFF]/.test(text);
}

export const headings: Analyser = {
  feature: "headings",
  explanation:
    "Follows axe-core's rules `page-has-heading-one`, `empty-heading` and `heading-order`, plus pages with more than one h1. Hidden headings do not count, nor do pages that a script builds in the browser or that are only shown in frames. A fault that a template repeats is listed once, with its number of pages.",
  reads: "everyPage",
  begin: () => new HeadingsExamination(),
};
