import type { Page } from "../../pages/page.ts";

const MAX_LINKS = 5000;

/** The words in addresses of other hosts that pages link to, which are often names of products and projects. */
export class LinkedWords {
  readonly #urls = new Set<string>();
  #own: string | undefined;
  #words: Set<string> | undefined;

  /** Adds the links of a page. The host of the first page is the site's own. */
  add({ url, links }: Pick<Page, "url" | "links">) {
    this.#own ??= `${URL.parse(url)?.origin}/`;
    for (const { kind, url, valid } of links) {
      if (this.#urls.size >= MAX_LINKS) return;
      if (kind === "a" && valid && !url.startsWith(this.#own)) this.#urls.add(url);
    }
  }

  /** Whether an address has a word. Call it after all pages have been added. */
  has(word: string): boolean {
    this.#words ??= new Set(
      [...this.#urls].flatMap((url) => url.toLowerCase().match(/[a-z]+/g) ?? []),
    );
    return this.#words.has(word);
  }
}
