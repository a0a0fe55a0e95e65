import { oneLine } from "./safeText.ts";

const WORD_BYTES = 45;

/**
 * A name and an address as a mail's header has them. SES takes ASCII only, also in names: any other
 * is sent as encoded words (RFC 2047), each with at most 75 characters.
 */
export function mailbox(name: string, address: string): string {
  const line = oneLine(name).trim();
  if (/^[ -~]*$/.test(line)) return `"${line.replaceAll(/["\\]/g, "\\$&")}" <${address}>`;
  return `${encodedWords(line)} <${address}>`;
}

/** No word may end within a character. */
function encodedWords(text: string): string {
  const words = [""];
  for (const character of text) {
    const longer = words.at(-1) + character;
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}
