import { domainToUnicode } from "node:url";
import { siteUrl } from "../fields/siteUrl.ts";
import { withoutEnd } from "../vocabulary/texts.ts";

/** DynamoDB takes 1,024 bytes as a key; a UUID comes after the text. */
const MAX_TEXT_BYTES = 900;

/**
 * Folds a text for comparison: full-width, composed and capital letters equal their plain forms. Folding
 * goes through capitals, so that "ß" equals "ss".
 */
export function foldName(text: string): string {
  const small = text.normalize("NFKC").toUpperCase().toLowerCase();
  // Sigma has another form at the end of a word, and a search may end within a word.
  const folded = small.replaceAll("ς", "σ").normalize("NFKC").trim();
  const bytes = Buffer.from(folded).subarray(0, MAX_TEXT_BYTES);
  // A stream leaves out a character that is cut.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Folds a site's address for comparison: in Unicode, without scheme and `www.`, as in `münchen.de/shop`. */
export function foldHost(hostname: string): string {
  const url = siteUrl(hostname);
  // The beginning of an e-mail address is not a host name.
  if (!url || url.username) return foldName(hostname);
  // A final dot names the same host.
  const name = withoutEnd(url.hostname, ".");
  const host = domainToUnicode(name) || name;
  const port = url.port && `:${url.port}`;
  const path = `${url.pathname}${url.search}`.replace(/\/$/, "");
  return foldName(`${host.replace(/^www\./, "")}${port}${path}`);
}

/** Whether a folded address is at this host (and, if it has them, below its port and path). */
export function isAtHost(address: string, host: string): boolean {
  return address.startsWith(host) && /^(?:[:/?]|$)/.test(address.slice(host.length));
}

/** Folds the beginning of a site's address. */
export function foldHostPrefix(text: string): string {
  const bare = withoutScheme(text);
  // `10.1` would be read as the address 10.0.0.1.
  return /^[\d.]+$/.test(bare) ? bare : foldHost(bare);
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** The most words of a text by which its record is found. */
const MOST_WORDS = 8;

/** A folded name from the beginning of each of its words on: `analytical engines`, `engines`. */
export function wordsOfName(name: string): string[] {
  return fromEachWord(foldName(name));
}

/** The same of an e-mail address, without its last label alone. */
export function wordsOfEmail(email: string): string[] {
  return fromEachWord(foldName(email)).filter((text, index) => index === 0 || text.includes("."));
}

/** The same of a site's address: `shop.example.com/en`, `example.com/en`. */
export function wordsOfHost(hostname: string): string[] {
  const address = foldHost(hostname);
  const path = /[:/?]/.exec(address)?.index ?? address.length;
  return fromEachWord(address).filter(
    (text, index) =>
      index === 0 || text.slice(0, path - address.length + text.length).includes("."),
  );
}

function fromEachWord(folded: string): string[] {
  const begins = [...folded.matchAll(WORDS)].map(({ index }) => index);
  return [...new Set([0, ...begins])].slice(0, MOST_WORDS).map((begin) => folded.slice(begin));
}

function withoutScheme(text: string): string {
  return foldName(text)
    .replace(/^(https?:\/\/)?(www\.)?/, "")
    .replace(/\/$/, "");
}
