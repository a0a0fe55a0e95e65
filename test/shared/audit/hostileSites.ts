import { gzipSync } from "node:zlib";
import type { SiteRoutes } from "../../support/site.ts";

/** As much as is read of a page, divided by four. */
const PAGE_BYTES = 512 * 1024;

/** A page that repeats a text up to the most bytes that are read. */
function page(piece: string, start = ""): string {
  return start + piece.repeat(Math.ceil((PAGE_BYTES - start.length) / piece.length));
}

/** A page of different links. */
function linked(prefix: string): string {
  return Array.from({ length: 60_000 }, (_, n) => `<a href="/${prefix}${n}">${n}</a>`).join("");
}

const letters = (n: number) => n.toString(26).replace(/\d/g, (d) => "klmnopqrst".charAt(Number(d)));
const unknownWords = Array.from({ length: 200_000 }, (_, n) => `zq${letters(n)}x`).join(" ");

/** Sites that are made to keep an audit busy, by the bound that stops each. */
export const hostileSites: Record<string, (origin: string) => SiteRoutes> = {
  "elements that nest": () => ({ "/": page("<p><b><i><div>") }),
  links: () => ({ "/": linked("a"), "/a0": linked("a0") }),
  "structured data": () => ({
    "/": page('<script type="application/ld+json">[[[{"@type":"Article"},[]]]]</script>'),
  }),
  "unknown words": () => ({ "/": `<html lang=en><p>the ${unknownWords.slice(0, PAGE_BYTES)}` }),
  "a packed page": () => ({
    "/": {
      headers: { "content-type": "text/html", "content-encoding": "gzip" },
      body: gzipSync("<div>".repeat(1_000_000)),
    },
  }),
  "a sitemap that nests": () => ({
    "/": "<p>Home</p>",
    "/sitemap.xml": {
      headers: { "content-type": "application/xml" },
      body: gzipSync(`<urlset>${"<url>".repeat(1_000_000)}`),
    },
  }),
};
