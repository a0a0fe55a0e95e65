const WORD_BYTES = 45;

const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
/** Not those that join the signs of an emoji or the letters of a script. */
const UNSEEN = /[\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e001f}]/gu;

/**
 * A name and an address in the form of a mail's header. SES takes only ASCII, so that other names become
 * encoded words (RFC 2047) of at most 75 characters.
 */
export function mailbox(name: string, address: string): string {
  const line = oneLine(name).trim();
  if (/^[ -~]*$/.test(line)) return `"${line.replaceAll(/["\\]/g, "\\$&")}" <${address}>`;
  return `${encodedWords(line)} <${address}>`;
}

/** The encoded words of a text; none ends within a character. */
function encodedWords(text: string): string {
  const words = [""];
  for (const character of text) {
    const longer = words.at(-1) + character;
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

/** Text as one line, without characters that change the direction of the text around it (UAX #9), or show nothing. */
export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(BREAKING, " ").replaceAll(UNSEEN, "");
}
