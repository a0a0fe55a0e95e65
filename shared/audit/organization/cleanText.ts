import { decodeHTMLStrict } from "entities/decode";

const LONGEST_READ = 2000;
const LONGEST = 255;

/**
 * Makes a text of a site safe for a field: one line without markup, control characters and changes of the
 * reading direction, of at most 255 characters (code points). JSON-LD often holds text that was escaped for
 * HTML: `Smith &amp; Sons`.
 */
export function cleanText(text: string): string {
  const line = decodeHTMLStrict(text.slice(0, LONGEST_READ))
    .replace(/<\/?[a-z!][^<>]*>/gi, " ")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\P{Cc}\s]|[\u00ad\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return [...line].slice(0, LONGEST).join("").trimEnd();
}
