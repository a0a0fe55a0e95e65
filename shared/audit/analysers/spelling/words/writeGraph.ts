import { LAST_BIT, LETTER_SHIFT, NODE_MASK, RANK_SHIFT, type Rank } from "./wordGraph.ts";

/** Words with their ranks as the bytes that a `WordGraph` reads. At most 63 letters of the Latin alphabets. */
export function writeGraph(words: ReadonlyMap<string, Rank>): Uint8Array {
  const sorted = [...words.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const letters = [...new Set(sorted.join(""))].toSorted();
  if (letters.length > 63) throw new Error(`Too many letters: ${letters.join("")}`);
  const edges = [0];
  const nodes = new Map<string, number>();

  /** The node of the words from `from` to `to`, which are equal in their first `depth` letters. */
  function write(from: number, to: number, depth: number): number {
    const own: number[] = [];
    let at = from;
    if (sorted[at]?.length === depth) at += 1;
    while (at < to) {
      const start = at;
      const letter = sorted[start]?.charAt(depth) ?? "";
      while (at < to && sorted[at]?.charAt(depth) === letter) at += 1;
      const first = sorted[start] ?? "";
      const rank = first.length === depth + 1 ? (words.get(first) ?? 0) : 0;
      const node = write(start, at, depth + 1);
      const number = letters.indexOf(letter) + 1;
      own.push(((number << LETTER_SHIFT) | (rank << RANK_SHIFT) | node) >>> 0);
    }
    if (own.length === 0) return 0;
    own[own.length - 1] = ((own.at(-1) ?? 0) | LAST_BIT) >>> 0;
    const id = own.join();
    const same = nodes.get(id);
    if (same !== undefined) return same;
    const place = edges.length;
    if (place + own.length > NODE_MASK) throw new Error("Too many words");
    edges.push(...own);
    nodes.set(id, place);
    return place;
  }

  const root = write(0, sorted.length, 0);
  const codes = letters.map((letter) => letter.charCodeAt(0));
  return new Uint8Array(Uint32Array.from([codes.length, ...codes, root].concat(edges)).buffer);
}
