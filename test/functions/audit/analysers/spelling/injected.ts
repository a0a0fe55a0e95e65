/** A misspelling and the sentence, or title, that it is in. */
export interface Injected {
  misspelling: string;
  meant: string;
  text: string;
}

export type Form = "lower case" | "sentence start" | "Title Case";

const MIN_WORD_CHARACTERS = 5;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * A number of words of a text, each with one random slip, in its sentence; without slips that `isWord`
 * accepts.
 */
export function inject(
  pages: readonly string[],
  {
    count,
    form,
    isWord,
    seed,
  }: { count: number; form: Form; isWord: (word: string) => boolean; seed: number },
): Injected[] {
  const random = generator(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const sentences = pages.flatMap((page) => page.replaceAll("\n", " ").split(/(?<=[.!?]) /));
  const injected = new Map<string, Injected>();
  while (injected.size < count) {
    const words = (pick(sentences) ?? "").split(" ");
    const places = words.flatMap((word, at) => (/^[a-z]+[.,]?$/.test(word) ? [at] : []));
    const at = pick(places) ?? 0;
    const meant = words[at]?.replace(/[.,]/, "") ?? "";
    const misspelling = slip(meant, random);
    if (meant.length < MIN_WORD_CHARACTERS || isWord(misspelling) || injected.has(misspelling))
      continue;
    const text = write(words.with(at, misspelling), at, form);
    injected.set(misspelling, { misspelling, meant, text });
  }
  return [...injected.values()];
}

function write(words: string[], at: number, form: Form): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  if (form === "lower case") return words.join(" ");
  const from = Math.max(0, at - 2);
  if (form === "Title Case")
    return words
      .slice(from, from + 5)
      .map(capital)
      .join(" ")
      .replace(/[.,]/g, "");
  return `${words.slice(0, at).join(" ")}. ${capital(words.slice(at).join(" "))}`;
}

/** One letter too many, missing, wrong, or two swapped, anywhere in the word. */
function slip(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  const [before, rest] = [word.slice(0, at), word.slice(at)];
  switch (Math.floor(random() * 4)) {
    case 0:
      return before + letter + rest;
    case 1:
      return before + rest.slice(1);
    case 2:
      return before + letter + rest.slice(1);
    default:
      return before + rest.charAt(1) + rest.charAt(0) + rest.slice(2);
  }
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
