import { domainToUnicode } from "node:url";
import { siteUrl } from "../../../shared/fields/siteUrl.ts";

const MOST_OF_A_HOST = 60;

/** What shows nothing, breaks lines or changes the direction of the text around it. */
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
export function plainName(given: string, most: number): string | undefined {
  const name = given.trim().replaceAll(/ +/g, " ");
  // Wide and other forms of a letter or sign count as the usual one (UAX #15).
  const usual = name.normalize("NFKC");
  if (!name || [...name].length > most || [...usual].length > most) return undefined;
  return [UNSEEN, ADDRESS, NUMBER].some((form) => form.test(name) || form.test(usual))
    ? undefined
    : name;
}

/** The host and port of a website, without path and query, in which anything could be written. */
export function plainHost(given: string): string | undefined {
  const { hostname = "", port } = siteUrl(given) ?? {};
  const host = domainToUnicode(hostname) + (hostname && port && `:${port}`);
  return host && [...host].length <= MOST_OF_A_HOST && !UNSEEN.test(host) ? host : undefined;
}
