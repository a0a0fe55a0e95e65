import { createHash } from "node:crypto";
import type { Site } from "../../crawl/site.ts";
import { type LinkKind, leadsVisitors, type Page, type PageLink } from "../../pages/page.ts";

/** The most pages that are kept for a target. */
export const PAGES_PER_TARGET = 5;
/** The memory that a target takes besides its texts. */
const TARGET_BYTES = 200;

const IMAGES: ReadonlySet<LinkKind> = new Set(["img", "srcset"]);
const FILES: ReadonlySet<LinkKind> = new Set([...IMAGES, "script", "stylesheet"]);

/** Something that at least one page links to. */
export interface LinkTarget {
  /** Addresses of the same target have the same key. */
  key: string;
  /** As the first link has it; if `valid` is false, the text that is no URL. */
  url: string;
  valid: boolean;
  /** What the first link with a text says. */
  text?: string;
  /** Whether a link leads a visitor there, as opposed to an image or a script. */
  visited: boolean;
  /** Whether it is shown as an image. */
  isImage: boolean;
  /** Whether it can't be a page: an image, a script or a style sheet. */
  isFile: boolean;
  /** Some of the pages that link there; `pageCount` counts all. */
  pages: string[];
  pageCount: number;
}

/** Every distinct target of the pages' links, in the order in which they were found. */
export class LinkTargets {
  bytes = 0;
  readonly #targets = new Map<string, LinkTarget>();
  add(page: Page, site: Site) {
    const onPage = new Set<LinkTarget>();
    for (const link of page.links) onPage.add(this.#targetOf(link, site));
    if (page.depth === 0 && page.preview) {
      onPage.add(this.#targetOf({ url: page.preview, kind: "img", valid: true }, site));
    }
    for (const target of onPage) {
      target.pageCount += 1;
      if (target.pages.length < PAGES_PER_TARGET) target.pages.push(page.url);
    }
  }

  #targetOf({ url, kind, text, valid }: PageLink, site: Site): LinkTarget {
    const key = valid ? site.key(url) : url;
    const known = this.#targets.get(key);
    const unused = { visited: false, isImage: false, isFile: false, pages: [], pageCount: 0 };
    const target = known ?? { key, url, valid, ...unused };
    if (leadsVisitors(kind)) target.visited = true;
    if (IMAGES.has(kind)) target.isImage = true;
    if (FILES.has(kind)) target.isFile = true;
    if (text && !target.text) {
      target.text = text;
      this.bytes += text.length;
    }
    if (known) return known;
    this.#targets.set(key, target);
    this.bytes += key.length + url.length + TARGET_BYTES;
    return target;
  }

  get all(): LinkTarget[] {
    return [...this.#targets.values()];
  }
}

/** 66 bits of SHA-256: short enough to keep thousands of them in one record. */
export function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 11);
}
