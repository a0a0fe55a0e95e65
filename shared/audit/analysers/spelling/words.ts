import { withoutEnd } from "../../../platform/withoutEnd.ts";
import { NAME, normalise, RARE, type Rank, UNKNOWN } from "./words/wordGraph.ts";

/** An unknown word of a text. */
export interface Word {
  /** As `normalise` makes it. */
  text: string;
  /**
   * `lower`: in lower case, or opening a sentence before a word such as `our`; `opening`: with a capital at the
   * start of another sentence of prose; `inTitle`: with another capital that any word would have there; `asName`:
   * with one that only names have.
   */
  written: "lower" | "opening" | "inTitle" | "asName";
  /** It is in the place of a term: alone, explained, in parentheses, in code, beside foreign words. */
  isTerm: boolean;
}

export interface TextWords {
  count: number;
  /** The unknown words. */
  unknown: Word[];
  /** Unknown words in places where no word is judged, such as file names. */
  unjudged: string[];
}

const WORDS = /[A-Za-z]+(?:['’ʼ‘][A-Za-z]+)*/g;
const JUDGED = /^[A-Za-z][a-z]+(?:['’ʼ‘][a-z]+)*$/;
const CAPITALISED = /^[A-Z]/;
const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 40;
const SEPARATOR = /[\s—–…]/;
const SENTENCE_END = /(?:^|[.!?:;•·|—–…])[)\]"'”»]*$/;
const CUT_OFF = /^\s?(?:…|\.\.\.)/;
/** What follows a term that is explained: `bracket: …`, `bracket — …`, `bracket (…`, `bracket A pair of …`. */
const DEFINED = /^(?::| [—–-] | ?\(| [A-Z])/;
/** An initial before a last name: `J. Shull`. */
const INITIAL = /(?:^|\s)[A-Z]\.\s$/;
const CODE_SIGN = /[=_{}[\]<>\\|]|[A-Za-z]\(/g;
const CODE_SIGNS = 2;
/** How far from a word signs of code count. */
const CODE_CHARACTERS = 40;
const MAX_SENTENCE_CHARACTERS = 300;
/** The words that a sentence of prose has after its first. */
const MIN_PROSE_WORDS = 4;
/** Words that have no capital in English titles. */
const SMALL_WORDS = new Set(
  "a an and as at but by for from in of on or the to via with".split(" "),
);

/** First names that are also words. */
const FIRST_NAMES = new Set(
  `art bill bob brook buddy carol chase chip chuck clay cliff colin curt dale dawn dean dick don drew earl
  ed eve faith fay frank gene glen grace grant guy hank harry heath herb holly hope hunter iris ivy jack
  jade jasper jay jean jerry jimmy joy june kay kit lance lane lee lily link lou mark mason max may mel
  miles mike miller nick norm olive otto pam pat patience paul pearl peg penny pete pierce ray reed rich
  rob robin rod rose ross ruby rusty sally sam scott sky sonny stan stew sue summer tad tate ted terry tim
  tom tony troy val van vic violet wade walker ward warren wayne will woody`.split(/\s+/),
);

/** Words that seldom follow a name, and often the first word of a sentence: `Visit our shop`. */
const AFTER_WORDS =
  /^ (?:a|all|any|each|every|my|our|that|these|this|those|us|we|you|your)(?![\w'’])/i;

/** Words that are frequent in foreign dishes, names and quotations, and are not English. */
const FOREIGN_WORDS = new Set(
  `al alla alle au aux avec con da das de degli dei del della der des di du een ein eine el en et
  il la las le les los mit oder och sur und vom von voor y zum zur`.split(/\s+/),
);

/** Looks words up in a vocabulary. `isSlip`: whether an unknown word may be a misspelling. */
export interface WordLookup {
  rankOf(written: string): Rank;
  isSlip(word: string): boolean;
}

/**
 * The unknown words of a text, and its number of words. `rankOf` is called once for each word, as it is
 * written. Words that can't be judged are kept apart: those beside a digit or sign (URLs, addresses,
 * numbers, prices, file names) or with letters beyond a to z (other languages).
 */
export function unknownWordsOf(text: string, { rankOf, isSlip }: WordLookup): TextWords {
  const written = text.match(WORDS) ?? [];
  const textWords: TextWords = { count: written.length, unknown: [], unjudged: [] };
  const ranks = written.map(rankOf);
  if (!ranks.includes(UNKNOWN)) return textWords;
  const title = isTitle(written);
  const hasCode = isCode(text);
  let last = 0;
  for (const [place, { 0: word, index }] of [...text.matchAll(WORDS)].entries()) {
    const end = index + word.length;
    const isAfterSpace = text.slice(last, index) === " ";
    last = end;
    if (ranks[place] !== UNKNOWN) continue;
    const chunk = chunkAt(text, index);
    const others = partsOf(chunk.text, word);
    if (!others || CUT_OFF.test(text.slice(end, end + 4)) || isClipped(word, text.charAt(end))) {
      textWords.unjudged.push(normalise(word));
      continue;
    }
    const isLower = !CAPITALISED.test(word);
    const isBesideName =
      (isAfterSpace && isName(place - 1)) ||
      INITIAL.test(text.slice(Math.max(0, index - 4), index)) ||
      (/^ [A-Z]/.test(text.slice(end, end + 2)) && isName(place + 1));
    const opens = chunk.text.startsWith(word) && startsSentence(text, chunk.start);
    const isBesideForeign =
      (isAfterSpace && isForeign(place - 1)) || (text.charAt(end) === " " && isForeign(place + 1));
    textWords.unknown.push({
      text: normalise(word),
      written: isLower ? "lower" : isBesideName ? "asName" : caseOf(place, end, opens),
      isTerm:
        (hasCode &&
          isCode(text.slice(Math.max(0, index - CODE_CHARACTERS), end + CODE_CHARACTERS))) ||
        isBesideForeign ||
        others.some((other) => rankOf(other) <= RARE) ||
        /^\([^)]*\)/.test(text.slice(chunk.start, end + 1)) ||
        (isLower && (text === word || (index === 0 && DEFINED.test(text.slice(end, end + 3))))),
    });
  }
  return textWords;

  /** The case of a capitalised word that has no name beside it. */
  function caseOf(place: number, end: number, opens: boolean): Word["written"] {
    if (!title && !opens) return "asName";
    if (opens && AFTER_WORDS.test(text.slice(end, end + 10))) return "lower";
    const [sentence = ""] =
      /^[^.!?:;|]*/.exec(text.slice(end, end + MAX_SENTENCE_CHARACTERS)) ?? [];
    const after = place + 1 + (sentence.match(WORDS)?.length ?? 0);
    const isProse = written
      .slice(place + 1, after)
      .filter((word, at) => !CAPITALISED.test(word) && (ranks[place + 1 + at] ?? RARE) > RARE);
    return opens && isProse.length >= MIN_PROSE_WORDS ? "opening" : "inTitle";
  }

  function isName(place: number): boolean {
    const word = written[place] ?? "";
    const rank = ranks[place] ?? RARE;
    if (!CAPITALISED.test(word)) return false;
    if (FIRST_NAMES.has(word.toLowerCase())) return true;
    if (rank > NAME) return false;
    // In a title two misspellings side by side look like a name.
    return rank === NAME || !title || !isSlip(normalise(word));
  }

  function isForeign(place: number): boolean {
    const word = written[place] ?? "";
    // LA is a city.
    if (FOREIGN_WORDS.has(word.charAt(0).toLowerCase() + word.slice(1))) return true;
    return ranks[place] === UNKNOWN && /^[a-z]+$/.test(word) && !isSlip(normalise(word));
  }

  /** Whether an apostrophe stands for a last letter: `tryin'`. */
  function isClipped(word: string, next: string): boolean {
    return /in$/.test(word) && /['’]/.test(next) && rankOf(`${word}g`) > RARE;
  }
}

/** Whether the spelling of a word can be judged: it is not in capitals, very short or very long. */
export function isJudged(written: string): boolean {
  const { length } = written;
  return length >= MIN_CHARACTERS && length <= MAX_CHARACTERS && JUDGED.test(written);
}

/** The text around an index up to the next spaces, dashes or ellipses, without opening quotes; cut if it is long. */
function chunkAt(text: string, index: number): { text: string; start: number } {
  let [start, end] = [index, index];
  while (start > 0 && index - start <= MAX_CHARACTERS && !SEPARATOR.test(text.charAt(start - 1)))
    start -= 1;
  while (
    end < text.length &&
    end - index <= 2 * MAX_CHARACTERS &&
    !SEPARATOR.test(text.charAt(end))
  )
    end += 1;
  const opened = /^["'“”«»([]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { text: text.slice(start + opened, end), start };
}

/** The words that hyphens join to a word in its chunk; undefined if the chunk has anything but words. */
function partsOf(chunk: string, word: string): string[] | undefined {
  const bare = withoutEnd(chunk, "\"'”»)].,!?:;");
  const parts = bare.split("-");
  if (/[^\p{L}'’ʼ‘-]/u.test(bare) || parts.includes("") || !parts.includes(word)) return undefined;
  return parts.filter((part) => part !== word);
}

function isCode(text: string): boolean {
  return (text.match(CODE_SIGN)?.length ?? 0) >= CODE_SIGNS;
}

function startsSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2 * MAX_CHARACTERS), start).trimEnd();
  const last = before.slice(before.lastIndexOf(" ") + 1);
  return SENTENCE_END.test(last.slice(-5)) || !/[\p{L}\d]/u.test(last);
}

/** Whether most words have a capital. */
function isTitle(written: string[]): boolean {
  const counted = written.filter((word) => !SMALL_WORDS.has(word));
  const capitalised = counted.filter((word) => CAPITALISED.test(word)).length;
  return counted.length > 1 && capitalised * 2 > counted.length;
}
