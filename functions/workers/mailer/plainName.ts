/**
 * What scripts and emoji are written with although it shows nothing: joiners, variation selectors (Unicode 23),
 * and the tags of a flag (UTS 51).
 */
const JOINING =
  /\u200c|\u200d|\p{Variation_Selector}|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]/gu;
/** What shows nothing else, breaks lines or changes the direction of the text around it. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** An address of any kind: `@`, `www`, `evil.example`, `192.0.2.1`, `https:…`, `//…`. */
const ADDRESS =
  /@|\bwww\b|[\p{L}\p{M}\p{N}-][.。]\p{L}{2}|\p{Nd}[.。]\p{Nd}+[.。]\p{Nd}|:\S|\/\//iu;
/** Six digits in a row, separated by single signs or not: a telephone number. */
const NUMBER = /\p{Nd}(?:[\s()./-]?\p{Nd}){5}/u;

/**
 * A name that the API's user gave, for a mail to somebody else; undefined if the text could be a message
 * of its own: at most `most` characters, nothing unseen, no address, no telephone number.
 */
export function plainName(input: string, most: number): string | undefined {
  const name = input.trim().replaceAll(/ +/g, " ");
  const seen = name.replaceAll(JOINING, "");
  // Wide and other forms of a letter or sign count as the usual one (UAX #15).
  const usual = seen.normalize("NFKC");
  if (!seen || [...name].length > most || [...usual].length > most) return undefined;
  const isMessage = [seen, usual].some((text) =>
    [UNSEEN, ADDRESS, NUMBER].some((form) => form.test(text)),
  );
  return isMessage ? undefined : name;
}
