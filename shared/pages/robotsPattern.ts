/**
 * A path of robots.txt: `*` is any text, `$` at the end is the end (RFC 9309, 2.2.3). Matching
 * takes linear time: no pattern can make it backtrack.
 */
export class RobotsPattern {
  /** In characters; of the patterns that match, the longest decides. */
  readonly length: number;
  readonly #parts: string[];
  readonly #anchored: boolean;

  constructor(pattern: string) {
    const path = normalisePath(pattern);
    this.length = path.length;
    this.#anchored = path.endsWith("$");
    this.#parts = (this.#anchored ? path.slice(0, -1) : path).split("*");
  }

  /** Whether it matches a normalised path, which includes the query. */
  matches(path: string) {
    const parts = this.#parts;
    const first = parts[0] ?? "";
    if (!path.startsWith(first)) return false;
    let place = first.length;
    if (parts.length === 1) return !this.#anchored || place === path.length;
    for (const part of parts.slice(1, -1)) {
      const found = path.indexOf(part, place);
      if (found < 0) return false;
      place = found + part.length;
    }
    const last = parts.at(-1) ?? "";
    if (!this.#anchored) return path.indexOf(last, place) >= 0;
    return path.length - last.length >= place && path.endsWith(last);
  }
}

/** `%7e`, `%7E` and `~` are the same, and so are an umlaut and its escaped form. */
export function normalisePath(path: string) {
  if (/^[\w/.*$?=&;,~-]*$/.test(path)) return path;
  return path
    .replace(/[^\x21-\x7e]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
    });
}
