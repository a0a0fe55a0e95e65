import { domainToUnicode } from "node:url";
import { siteUrl } from "../fields/siteUrl.ts";
import { withoutEnd } from "../withoutEnd.ts";

/** The shards of the index: the last digit of a UUID, which is random. */
export const SEARCH_SHARDS = [..."0123456789abcdef"];

/** DynamoDB takes 1,024 bytes; a UUID comes after the text. */
const MAX_TEXT_BYTES = 900;

/** Whose records are searched: one reseller's, or everybody's. */
export type SearchScope = { reseller_uuid?: string | undefined };

/** The partition of a shard of the index. */
export function searchPartition({ reseller_uuid }: SearchScope, shard: string): string {
  return reseller_uuid === undefined ? `find#${shard}` : `reseller#${reseller_uuid}#find#${shard}`;
}

/** A record that can be found. */
export interface Searched extends SearchScope {
  uuid: string;
}

/** The values of `searchable` for a record that is found by its name. */
export function searchKeys(text: string, { uuid, ...scope }: Searched) {
  return {
    search_under: searchPartition(scope, shardOf(uuid)),
    search_text: `${foldName(text)}#${uuid}`,
  };
}

/** The values of `searchable` for a record that is found by its host name. */
export function hostSearchKeys(host: string, record: Searched) {
  return searchKeys(foldHost(host), record);
}

export function shardOf(uuid: string): string {
  return uuid.slice(-1);
}

/**
 * Folds a text for comparison: full-width, composed and capital letters equal their plain forms. Folding
 * goes through capitals, so that "ß" equals "ss".
 */
export function foldName(text: string): string {
  const small = text.normalize("NFKC").toUpperCase().toLowerCase();
  // Sigma has another form at the end of a word, and a search may end within a word.
  const folded = small.replaceAll("ς", "σ").normalize("NFKC").trim();
  if (Buffer.byteLength(folded) <= MAX_TEXT_BYTES) return folded;
  let fitting = "";
  for (const character of folded) {
    if (Buffer.byteLength(fitting + character) > MAX_TEXT_BYTES) break;
    fitting += character;
  }
  return fitting;
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

/** The prefixes that a search looks for: the text as a name and as a host name. */
export function searchTexts(text: string): string[] {
  const texts = [foldName(text), withoutScheme(text), foldHostPrefix(text)];
  return [...new Set(texts)].filter((each) => each !== "");
}

function withoutScheme(text: string): string {
  return foldName(text)
    .replace(/^(https?:\/\/)?(www\.)?/, "")
    .replace(/\/$/, "");
}
