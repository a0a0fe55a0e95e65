import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Page } from "../../pages/page.ts";
import type { ReadPage } from "./findErrors.ts";

/** The buffer of zlib, smaller than its default, which is larger than most pages. */
const CHUNK = { chunkSize: 2048 };

/**
 * A page's words and its links to other hosts, deflated. It is a string with a character for each byte,
 * because a small buffer takes more memory than its content.
 */
export type PackedPage = string;

/** Packs a page that is read for its spelling. */
export function packPage({ url, title, text, labels, codeWords, links }: Page): PackedPage {
  const own = `${URL.parse(url)?.origin}/`;
  const outside = links
    .filter(({ kind, url, valid }) => kind === "a" && valid && !url.startsWith(own))
    .map(({ url }) => url);
  const json = JSON.stringify({ url, title, text, labels, codeWords, outside });
  return deflateRawSync(json, { ...CHUNK, level: 1 }).toString("latin1");
}

export function unpackPage(packed: PackedPage): ReadPage {
  const json = inflateRawSync(Buffer.from(packed, "latin1"), CHUNK).toString();
  const { outside, ...page } = JSON.parse(json);
  const links = outside.map((url: string) => ({ url, kind: "a", valid: true }));
  return { ...page, links };
}
