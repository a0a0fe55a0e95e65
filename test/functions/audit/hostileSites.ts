import { gzipSync } from "node:zlib";
import { runs } from "../../support/runs.ts";
import type { Reply, SiteRoutes } from "../../support/site.ts";

/** The most that is read of a page; an eighth by `npm test`. */
const PAGE_BYTES = runs(2 * 1024 * 1024, 8);
const xml = { "content-type": "application/xml" };

/** A page that repeats a text up to the most bytes that are read. */
function page(piece: string, start = ""): string {
  return start + piece.repeat(Math.ceil((PAGE_BYTES - start.length) / piece.length));
}

/** A page of different links; by default as many as fit. */
function linked(prefix: string, count = 60_000): string {
  return Array.from({ length: count }, (_, n) => `<a href="/${prefix}${n}">${n}</a>`).join("");
}

function json(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}

function packed(text: string): Reply {
  return { headers: xml, body: gzipSync(text) };
}

const entries = (count: number) =>
  Array.from({ length: count }, (_, n) => `<url><loc>http://127.0.0.1/${n}</loc></url>`).join("");
const urlset = (content: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${content}</urlset>`;

const letters = (n: number) => n.toString(26).replace(/\d/g, (d) => "klmnopqrst".charAt(Number(d)));
const unknownWords = Array.from({ length: 200_000 }, (_, n) => `zq${letters(n)}x`).join(" ");

/** A start page and this many packed pages, each unpacked to the most bytes that are read of a page. */
export function packedPages(count: number, piece: string): SiteRoutes {
  const headers = { "content-type": "text/html", "content-encoding": "gzip" };
  const body = gzipSync(page(piece));
  return {
    "/": linked("a", count),
    ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`/a${n}`, { headers, body }])),
  };
}

type Case = (origin: string) => SiteRoutes;

/**
 * Sites that are made to keep an audit busy, by the bound that stops it; most have at least a megabyte.
 * `npm test` audits the first site of some bounds in one process, `npm run test:thorough` each in its own.
 */
export const hostileSites: Record<string, Record<string, Case>> = {
  "elements that nest": {
    "unclosed elements": () => ({ "/": page("<p><b><i><div>") }),
    "unclosed links": () => ({ "/": page("<a>") }),
  },
  "parts of a page": {
    attributes: () => ({ "/": page(" a=b", "<a href=x") }),
    headings: () => ({ "/": page("<h1>x</h3>") }),
  },
  links: {
    "links without end": () => ({
      "/": linked("a", runs(60_000)),
      "/a0": linked("a0", runs(60_000)),
    }),
    "links without end on many pages": () =>
      Object.fromEntries(
        ["/", "/a0", "/a1", "/a2", "/a3", "/a4"].map((path) => [
          path,
          linked(path.slice(1) || "a"),
        ]),
      ),
    "links below a long address": () => ({
      "/": `<base href="http://127.0.0.1:1/${"a/".repeat(900_000)}">${linked("a", 5000)}`.replaceAll(
        '"/a',
        '"a',
      ),
    }),
  },
  "structured data": {
    "JSON in JSON": () => ({
      "/": page('<script type="application/ld+json">[[[{"@type":"Article"},[]]]]</script>'),
    }),
    "JSON on every page": () => ({
      "/": linked("a", 200),
      ...Object.fromEntries(
        Array.from({ length: 200 }, (_, n) => [`/a${n}`, json(`[${"[],".repeat(70_000)}${n}]`)]),
      ),
    }),
    "nested items": () => ({ "/": page("<b itemscope itemprop=a itemtype=b>") }),
  },
  words: {
    "unknown blocks": () => ({
      "/": `<html lang=en>${unknownWords.slice(0, PAGE_BYTES).replaceAll(" ", "<p>the and of to ")}`,
    }),
    "unknown words": () => ({ "/": `<html lang=en><p>the ${unknownWords.slice(0, PAGE_BYTES)}` }),
  },
  compression: {
    "a packed page": () => ({
      "/": {
        headers: { "content-type": "text/html", "content-encoding": "gzip" },
        body: gzipSync("<div>".repeat(runs(10_000_000, 10))),
      },
    }),
    "packed pages": () => packedPages(100, "<li>a"),
  },
  sitemaps: {
    "a sitemap that nests": () => ({
      "/": "<p>Home</p>",
      "/sitemap.xml": packed(`<urlset>${"<url>".repeat(runs(10_000_000, 10))}`),
    }),
    "packed sitemaps": (origin) => ({
      "/": "<p>Home</p>",
      "/robots.txt": Array.from({ length: 50 }, (_, n) => `Sitemap: ${origin}/s?${n}\n`).join(""),
      "/s": packed(urlset("<url><loc>http://127.0.0.1/a</loc></url>".repeat(45_000))),
    }),
    "a sitemap of something else": () => ({
      "/": "<p>Home</p>",
      "/sitemap.xml": packed("<p>".repeat(25_000_000)),
    }),
    "sitemaps without end": (origin) => ({
      "/": "<p>Home</p>",
      "/robots.txt": Array.from({ length: 50 }, (_, n) => `Sitemap: ${origin}/s?${n}\n`).join(""),
      // Twice of what is read of one.
      "/s": packed(urlset(entries(100_000))),
    }),
    "sitemaps of long addresses": (origin) => ({
      "/": "<p>Home</p>",
      "/robots.txt": Array.from({ length: 10 }, (_, n) => `Sitemap: ${origin}/s${n}\n`).join(""),
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, n) => {
          const long = (place: number) =>
            `<url><loc>${origin}/${n}${"x".repeat(1900)}${place}</loc></url>`;
          return [
            `/s${n}`,
            {
              headers: xml,
              body: urlset(Array.from({ length: 8000 }, (_, p) => long(p)).join("")),
            },
          ];
        }),
      ),
    }),
  },
  "robots.txt": {
    "rules without end": () => ({
      // One by one, each rule takes longer than the whole audit may: each link is held against all.
      "/": linked("a", runs(1000, 4)),
      "/robots.txt": `User-agent: *\n${Array.from({ length: 4900 }, (_, n) => `Disallow: /*b*${n}*c$`).join("\n")}`,
    }),
  },
  feeds: {
    "a feed of open elements": () => ({
      "/": '<link rel="alternate" type="application/rss+xml" href="/feed"><p>Home</p>',
      "/feed": { headers: xml, body: page("<item><pubDate>2026</x>") },
    }),
  },
};
