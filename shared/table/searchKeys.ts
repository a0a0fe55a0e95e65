import { domainToUnicode } from "node:url";
import { siteUrl } from "../fields/siteUrl.ts";

/** The last digit of a UUID is random: the index is spread over as many keys as there are digits. */
export const SEARCH_SHARDS = [..."0123456789abcdef"];

/** DynamoDB takes 1,024 bytes; a UUID comes after the text. */
const MAX_TEXT_BYTES = 900;

/** Whose records are searched: those of a reseller, or of all. */
export type SearchScope = { reseller_uuid?: string | undefined };

/** The partition of a shard of the index. */
export function searchPartition({ reseller_uuid }: SearchScope, shard: string): string {
  return reseller_uuid === undefined ? `find#${shard}` : `reseller#${reseller_uuid}#find#${shard}`;
}

/** What is found: the record, and its number in a list where those that are found are put in order. */
export interface Searched extends SearchScope {
  uuid: string;
  number?: number | undefined;
}

/** The values of `searchable` for a record that is found by this text, a host name or a name. */
export function searchKeys(text: string, { uuid, number, ...scope }: Searched) {
  const place = number === undefined ? uuid : `${String(number).padStart(10, "0")}#${uuid}`;
  return {
    search_under: searchPartition(scope, shardOf(uuid)),
    search_text: `${foldName(text)}#${place}`,
  };
}

/** As `searchKeys`, for what is found by the host name of a site. */
export function hostSearchKeys(host: string, record: Searched) {
  return searchKeys(foldHost(host), record);
}

export function shardOf(uuid: string): string {
  return uuid.slice(-1);
}

/**
 * A text as it is compared: full-width, composed and capital letters are as good as others. Folding
 * goes by capitals, so that "ß" is "ss", and the two small sigmas are one.
 */
export function foldName(text: string): string {
  const small = text.normalize("NFKC").toUpperCase().toLowerCase();
  // At the end of a word it is another one, where the beginning of a name may end within it.
  const folded = small.replaceAll("ς", "σ").normalize("NFKC").trim();
  if (Buffer.byteLength(folded) <= MAX_TEXT_BYTES) return folded;
  let fitting = "";
  for (const character of folded) {
    if (Buffer.byteLength(fitting + character) > MAX_TEXT_BYTES) break;
    fitting += character;
  }
  return fitting;
}

/** The address of a site without scheme and `www.`, its domain in Unicode: `münchen.de/shop`. */
export function foldHost(hostname: string): string {
  const url = siteUrl(hostname);
  // The beginning of an e-mail address is no host name.
  if (!url || url.username) return foldName(hostname);
  const host = domainToUnicode(url.hostname) || url.hostname;
  const port = url.port && `:${url.port}`;
  const path = `${url.pathname}${url.search}`.replace(/\/$/, "");
  return foldName(`${host.replace(/^www\./, "")}${port}${path}`);
}

/** The beginnings that a search for a text looks for: as a name, and as a host name. */
export function searchTexts(text: string): string[] {
  const name = foldName(text);
  const bare = name.replace(/^(https?:\/\/)?(www\.)?/, "").replace(/\/$/, "");
  // The beginning of a host name may be one; `10.1` is none, but stands for 10.0.0.1.
  const host = /^[\d.]+$/.test(bare) ? bare : foldHost(bare);
  return [...new Set([name, bare, host])].filter((each) => each !== "");
}
