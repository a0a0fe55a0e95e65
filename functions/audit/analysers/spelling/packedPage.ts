import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Page } from "../../../../shared/pages/page.ts";
import type { ReadPage } from "./findErrors.ts";

/** Zlib takes that much at once: its own 16 KB a page are more than most pages, and garbage. */
const CHUNK = { chunkSize: 2048 };

/**
 * A page's words and the addresses of other hosts that it links to, deflated. A character for each
 * byte: buffers of a few hundred bytes take more beside their content than it has.
 */
export type PackedPage = string;

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
