/** Keeps one copy of texts that a page has more than once, such as addresses. */
export class TextPool {
  readonly #texts = new Map<string, string>();

  /** The same text, in memory that is shared with nothing but the same text. */
  get(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const own = detached(text);
    this.#texts.set(own, own);
    return own;
  }
}

/** The same text in memory of its own: a part of a page would keep the whole page in memory. */
export function detached(text: string) {
  return ` ${text}`.slice(1);
}
