import type { Page } from "../../pages/page.ts";
import type { PoliteClient } from "../../pages/politeClient.ts";

const LARGE_FILE_BYTES = 1024 * 1024;
const LARGE_PAGE_BYTES = 3 * 1024 * 1024;

interface Heavy {
  code: "large_file" | "large_page";
  /** The page that loads it. */
  url: string;
  file?: string;
  bytes: number;
}

/** Collects what pages load, to add up what it weighs. */
export class Weights {
  readonly #pages: { url: string; files: Int32Array }[] = [];
  readonly #files = new Map<string, number>();
  /** Approximate size of what it keeps. */
  bytes = 0;

  add({ url, loads = [] }: Page) {
    this.#pages.push({ url, files: Int32Array.from(loads, (file) => this.#numberOf(file)) });
    this.bytes += 4 * loads.length + 100;
  }

  #numberOf(file: string): number {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    this.bytes += file.length + 100;
    this.#files.set(file, this.#files.size);
    return this.#files.size - 1;
  }

  /**
   * Files over 1 MB, and pages that are over 3 MB even if these files were made smaller, as far as the sizes
   * are known: what one file causes is told of the file.
   */
  *heavy({ answers }: Pick<PoliteClient, "answers">): Generator<Heavy> {
    const files = [...this.#files.keys()];
    const sizeOf = (url: string) => {
      const known = answers.get(url);
      return known && "status" in known.outcome && known.outcome.status === 200 ? known.bytes : 0;
    };
    const sizes = files.map(sizeOf);
    for (const { url, files: loaded } of this.#pages) {
      let page = sizeOf(url);
      let tooMuch = 0;
      for (const file of loaded) {
        const bytes = sizes[file] ?? 0;
        page += bytes;
        tooMuch += Math.max(0, bytes - LARGE_FILE_BYTES);
        const name = files[file];
        if (bytes > LARGE_FILE_BYTES && name) yield { code: "large_file", url, file: name, bytes };
      }
      if (page - tooMuch > LARGE_PAGE_BYTES) yield { code: "large_page", url, bytes: page };
    }
  }
}
