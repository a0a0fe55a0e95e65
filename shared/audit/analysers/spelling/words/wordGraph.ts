/** How well a word is known: not at all, only as a name, as a rare word or term, by most people, as a frequent word. */
export const [UNKNOWN, NAME, RARE, COMMON, FREQUENT] = [0, 1, 2, 3, 4] as const;
export type Rank = 0 | 1 | 2 | 3 | 4;

/** In lower case, with `'` for any apostrophe and without a possessive `'s`. */
export function normalise(written: string): string {
  return written.replace(/[’ʼ‘]/g, "'").toLowerCase().replace(/'s?$/, "");
}

/** The 32 bits of an edge: its letter, the rank of the word that ends there, whether it is the last of its node, its target. */
export const LETTER_SHIFT = 26;
export const RANK_SHIFT = 23;
export const LAST_BIT = 1 << 22;
export const NODE_MASK = LAST_BIT - 1;

/** How a word differs from the one that was meant: a letter too many, missing or wrong, or two swapped. */
type SlipKind = "added" | "missing" | "wrong" | "swapped";

export interface Slip {
  meant: string;
  rank: Rank;
  kind: SlipKind;
  /** The index of the first letter that differs. */
  at: number;
}

/**
 * A list of words as the smallest graph of letters that accepts them, which is searched without being
 * unpacked. A node is the place of its first edge; 0 is the node without edges. The bytes hold numbers of
 * 32 bits: the number of letters, their codes, the root, the edges. `writeGraph` in `build.ts` makes them.
 */
export class WordGraph {
  readonly #edges: Uint32Array;
  readonly #letters: string;
  /** The number of each letter, by its code; 0 for other characters. */
  readonly #numbers = new Uint8Array(0x180);
  readonly #root: number;

  constructor(bytes: Uint8Array) {
    const values = new Uint32Array(bytes.slice().buffer);
    const [count = 0] = values;
    this.#letters = String.fromCharCode(0, ...values.subarray(1, count + 1));
    for (let number = 1; number <= count; number += 1)
      this.#numbers[this.#letters.charCodeAt(number)] = number;
    this.#root = values[count + 1] ?? 0;
    this.#edges = values.subarray(count + 2);
  }

  rankOf(word: string): Rank {
    return this.#rankFrom(this.#root, word, 0);
  }

  /** The words from which this one is a single slip. */
  slipsOf(word: string): Slip[] {
    const slips = new Map<string, Slip>();
    const add = (kind: SlipKind, at: number, [rank, before, after]: [Rank, string, string]) => {
      const meant = rank > UNKNOWN ? before + after : word;
      if (meant !== word && !slips.has(meant)) slips.set(meant, { meant, rank, kind, at });
    };
    let edge = this.#root;
    for (let at = 0; at <= word.length; at += 1) {
      const [before, letter, rest] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
      const swapped = rest.charAt(0) + letter + rest.slice(1);
      if (letter) add("added", at, [this.#rankFrom(edge, word, at + 1), before, rest]);
      if (rest) add("swapped", at, [this.#rankFrom(edge, swapped, 0), before, swapped]);
      for (const next of this.#edgesFrom(edge)) {
        const other = this.#letters.charAt(next >>> LETTER_SHIFT);
        add("missing", at, [this.#rankFrom(next, word, at), before + other, letter + rest]);
        if (letter) add("wrong", at, [this.#rankFrom(next, word, at + 1), before + other, rest]);
      }
      edge = this.#step(edge, word.charCodeAt(at));
      if (edge === 0) break;
    }
    return [...slips.values()];
  }

  #rankFrom(start: number, word: string, from: number): Rank {
    let edge = start;
    for (let at = from; at < word.length && edge !== 0; at += 1)
      edge = this.#step(edge, word.charCodeAt(at));
    return ((edge >>> RANK_SHIFT) & 7) as Rank;
  }

  /** The edge of a letter from the node at which another edge ends, or 0. */
  #step(edge: number, code: number): number {
    const number = this.#numbers[code] ?? 0;
    if (number === 0) return 0;
    for (let place = edge & NODE_MASK; place !== 0; place += 1) {
      const next = this.#edges[place] ?? 0;
      if (next >>> LETTER_SHIFT === number) return next;
      if ((next & LAST_BIT) !== 0) break;
    }
    return 0;
  }

  *#edgesFrom(edge: number): Generator<number> {
    for (let place = edge & NODE_MASK; place !== 0; place += 1) {
      const next = this.#edges[place] ?? 0;
      yield next;
      if ((next & LAST_BIT) !== 0) return;
    }
  }
}
