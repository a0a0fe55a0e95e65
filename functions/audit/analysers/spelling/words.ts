export interface Word {
  /** In lower case, with `'` for any apostrophe and without a possessive `'s`. */
  text: string;
  isCapitalised: boolean;
  startsSentence: boolean;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const MIN_SLIP_CHARACTERS = 5;
const MAX_CHARACTERS = 40;
const WORD = /^(?:[a-z]+|[A-Z][a-z]+)(?:'[a-z]+)*$/;

/**
 * The words of a text whose spelling can be judged. Left out: whatever holds a digit or a sign
 * (URLs, addresses, numbers, prices, file names), letters beyond a to z (words taken from other
 * languages), words in capitals or with capitals inside, and those of one or two letters.
 */
export function* wordsOf(text: string): Generator<Word> {
  let startsSentence = true;
  for (const chunk of text.replace(/[’ʼ‘]/g, "'").split(/[\s\u00AD\u200B—–…]+/)) {
    if (chunk === "") continue;
    if (chunk.length <= MAX_CHARACTERS) yield* wordsOfChunk(chunk, startsSentence);
    startsSentence = /[.!?:;•·|][)\]"'”»]*$/.test(chunk.slice(-5)) || !/[\p{L}\d]/u.test(chunk);
  }
}

function* wordsOfChunk(chunk: string, startsSentence: boolean): Generator<Word> {
  const bare = chunk.replace(/^["'“”«»([]+/, "").replace(/["'”»)\].,!?:;]+$/, "");
  if (/[^\p{L}'-]/u.test(bare)) return;
  for (const [index, part] of bare.split("-").entries()) {
    const word = part.replace(/'s?$/, "");
    if (word.length < 3 || !WORD.test(word)) continue;
    const text = word.toLowerCase();
    yield { text, isCapitalised: text !== word, startsSentence: startsSentence && index === 0 };
  }
}

/** Whether one letter too many, missing, wrong, or two swapped, between the first and the last, make it a word. */
export function isOneSlipAway(word: string, knows: (word: string) => boolean): boolean {
  if (word.length < MIN_SLIP_CHARACTERS) return false;
  for (let at = 1; at < word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = after.slice(1);
    if (LETTERS.some((letter) => knows(before + letter + after))) return true;
    if (rest === "") continue;
    if (knows(before + rest) || LETTERS.some((letter) => knows(before + letter + rest)))
      return true;
    if (rest.length > 1 && knows(before + rest.charAt(0) + after.charAt(0) + rest.slice(1)))
      return true;
  }
  return false;
}
