import type { Page } from "../../../../functions/audit/pages/page.ts";

/** What belongs to a reseller that ignores nothing. */
export const nothingIgnored = { isIgnored: () => false };

/** A page that was read without a fault; give what matters to the test. */
export function page(given: Partial<Page> = {}): Page {
  return {
    url: "https://example.com/",
    status: 200,
    depth: 0,
    lang: "en",
    viewport: "width=device-width, initial-scale=1",
    links: [],
    headings: [{ level: 1, text: "Welcome", hidden: false }],
    text: [],
    jsonLd: [],
    meta: {},
    feeds: [],
    telephoneLinks: [],
    ...given,
  };
}

/** `h1 h2! h3`: levels in order; `!` is empty, `-` hidden. */
export function headings(outline: string): Page["headings"] {
  return outline
    .split(" ")
    .filter(Boolean)
    .map((heading) => ({
      level: Number(heading.charAt(1)),
      text: heading.endsWith("!") ? " \u200B" : "Text",
      hidden: heading.endsWith("-"),
    }));
}
