/** What an entry costs besides its characters, in bytes. */
const ENTRY_BYTES = 100;

/**
 * Keeps one copy of texts that many pages share, such as addresses in a menu: the pages of a site
 * then need a fraction of the memory.
 */
export class TextPool {
  /** Roughly what the pool holds. */
  bytes = 0;
  readonly #texts = new Map<string, string>();

  /** The same text, in memory that is shared with nothing but the same text. */
  get(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const own = detached(text);
    this.#texts.set(own, own);
    this.bytes += own.length + ENTRY_BYTES;
    return own;
  }
}

/** The same text in memory of its own: a part of a page would keep the whole page in memory. */
export function detached(text: string) {
  return ` ${text}`.slice(1);
}
