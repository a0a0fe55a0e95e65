import type { MicrodataItem, Page } from "../../../../functions/audit/pages/page.ts";

/** A page with nothing on it but what a test says. */
export function makePage(given: Partial<Page> = {}): Page {
  return {
    url: "https://www.acme.example/",
    status: 200,
    depth: 0,
    links: [],
    headings: [],
    text: [],
    jsonLd: [],
    meta: {},
    feeds: [],
    telephoneLinks: [],
    ...given,
  };
}

export function microdata(
  type: string,
  properties: Record<string, (string | MicrodataItem)[]>,
): MicrodataItem {
  return { type: [`https://schema.org/${type}`], properties };
}
