import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Page } from "../../../../shared/pages/page.ts";
import type { ReadPage } from "./findErrors.ts";

/** A page's words and the addresses of other hosts that it links to, in a fraction of its memory. */
export type PackedPage = Buffer;

export function packPage({ url, title, text, labels, codeWords, links }: Page): PackedPage {
  const own = `${URL.parse(url)?.origin}/`;
  const outside = links
    .filter(({ kind, url, valid }) => kind === "a" && valid && !url.startsWith(own))
    .map(({ url }) => url);
  const packed = deflateRawSync(JSON.stringify({ url, title, text, labels, codeWords, outside }), {
    level: 1,
  });
  // What zlib gives is a part of a buffer of 16 KB.
  return Buffer.from(packed);
}

export function unpackPage(packed: PackedPage): ReadPage {
  const { outside, ...page } = JSON.parse(inflateRawSync(packed).toString());
  const links = outside.map((url: string) => ({ url, kind: "a", valid: true }));
  return { ...page, links };
}
