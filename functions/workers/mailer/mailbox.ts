import { oneLine } from "../../../shared/vocabulary/texts.ts";

const WORD_BYTES = 45;

/**
 * A name and an address in the form of a mail's header. SES takes only ASCII, so that other names become
 * encoded words (RFC 2047) of at most 75 characters.
 */
export function mailbox(name: string, address: string): string {
  const line = oneLine(name);
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
