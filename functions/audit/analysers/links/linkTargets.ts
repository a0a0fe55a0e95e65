import type { Crawl } from "../../crawl/crawl.ts";

/** Something that at least one page links to. */
export interface LinkTarget {
  /** The same for addresses of the same thing. */
  key: string;
  /** As the first link has it; where `valid` is false, the text that is no URL. */
  url: string;
  valid: boolean;
  /** On the audited website. */
  internal: boolean;
  /** Whether a link leads a visitor there, as opposed to an image or a script. */
  visited: boolean;
  /** Some of the pages that link there, and how many there are. */
  pages: string[];
  pageCount: number;
}

const PAGES_PER_TARGET = 5;

/** Every distinct target of the crawled pages' links, in the order in which they were found. */
export function collectTargets({ pages, site }: Crawl): LinkTarget[] {
  const targets = new Map<string, LinkTarget>();
  for (const page of pages) {
    const onPage = new Set<LinkTarget>();
    for (const { url, kind, valid } of page.links) {
      const key = valid ? site.key(url) : url;
      let target = targets.get(key);
      if (!target) {
        const internal = valid && site.includes(url);
        target = { key, url, valid, internal, visited: false, pages: [], pageCount: 0 };
        targets.set(key, target);
      }
      if (kind === "a" || kind === "area" || kind === "iframe") target.visited = true;
      onPage.add(target);
    }
    for (const target of onPage) {
      target.pageCount += 1;
      if (target.pages.length < PAGES_PER_TARGET) target.pages.push(page.url);
    }
  }
  return [...targets.values()];
}
