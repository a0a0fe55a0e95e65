import type { Site } from "../../crawl/site.ts";
import { digest, type Page, percentDecoded } from "../../pages/page.ts";

/** Compares the links to places in pages (`/about#team`) with the places that these pages have. */
export class Places {
  /** Digests of the places in each page, by `site.key`. */
  readonly #ids = new Map<string, Int32Array>();
  /** By `site.key` and fragment. */
  readonly #links = new Map<string, { url: string; fragment: string; pages: string[] }>();
  /** Approximate size of what it keeps. */
  bytes = 0;

  add({ url, ids, cut, fragments = [] }: Page, site: Site) {
    if (ids && !cut) this.#ids.set(site.key(url), Int32Array.from(ids));
    this.bytes += 4 * (ids?.size ?? 0);
    for (const { url: target, fragment } of fragments) {
      if (!site.includes(target)) continue;
      const key = `${site.key(target)}#${fragment}`;
      const link = this.#links.get(key) ?? { url: target, fragment, pages: [] };
      if (link.pages.length === 0) this.bytes += 2 * key.length + 200;
      this.#links.set(key, link);
      link.pages.push(url);
      this.bytes += 8;
    }
  }

  /** Links to places that do not exist in a page that was read whole, with the pages that have them. */
  *broken(site: Site): Generator<{ target: string; pages: string[] }> {
    for (const [page, links] of Map.groupBy(this.#links.values(), ({ url }) => site.key(url))) {
      const known = this.#ids.get(page);
      if (!known) continue;
      const ids = new Set(known);
      for (const { url, fragment, pages } of links) {
        const names = [fragment, percentDecoded(fragment)];
        if (names.some((name) => ids.has(digest(name)))) continue;
        yield { target: `${url}#${fragment}`, pages };
      }
    }
  }
}
