import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readSitemap } from "../../../../shared/audit/analysers/sitemap/readSitemap.ts";
import { sitemap } from "../../../../shared/audit/analysers/sitemap/sitemap.ts";
import { type Reply, type SiteRoutes, serve } from "../../../support/site.ts";
import { crawlAll, impatient } from "../crawl/crawlSite.ts";
import { examine } from "./support.ts";

type Routes = (origin: string) => SiteRoutes;

/** Serves a site whose routes may name its own origin, crawls it and checks its sitemap. */
async function auditSitemap(routes: Routes, options: { maxPages?: number } = {}) {
  const content: SiteRoutes = {};
  const site = await serve(content);
  Object.assign(content, { "/": "<p>start</p>" }, routes(site.url));
  const { pages, ...crawled } = await crawlAll(site.url, { ...impatient(), ...options });
  const result = await examine(sitemap.begin(), pages, { crawl: crawled, ...impatient() });
  const { faults, unchecked, summary } = result ?? {};
  const codes: Record<string, number> = {};
  for (const { code, times = 1 } of faults ?? []) codes[code] = (codes[code] ?? 0) + times;
  const rows = faults?.map(({ code, subject, detail }) => [code, subject, detail["technical"]]);
  const { has_sitemap } = summary?.([]) ?? {};
  return { site, crawled, unchecked, data: { has_sitemap, ...(faults && { codes, rows }) } };
}

function xml(body: string | Buffer): Reply {
  return { headers: { "content-type": "application/xml" }, body };
}

function urlset(...entries: string[]) {
  const urls = entries.map((entry) => `<url>${entry}</url>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
}

const loc = (url: string) => `<loc>${url}</loc>`;

function index(...urls: string[]) {
  const sitemaps = urls.map((url) => `<sitemap>${loc(url)}</sitemap>`).join("");
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemaps}</sitemapindex>`;
}

describe("the sitemap", () => {
  it("is found where robots.txt says, and then not looked for elsewhere", async () => {
    const { site, data } = await auditSitemap((origin) => ({
      "/robots.txt": `Sitemap: ${origin}/map.xml\nUser-agent: *\nDisallow:`,
      "/map.xml": xml(urlset(loc(`${origin}/`))),
      "/sitemap.xml": xml(urlset()),
    }));
    expect(data).toEqual({ has_sitemap: true, codes: {}, rows: [] });
    expect(site.requests).not.toContain("GET /sitemap.xml");
  });

  it.each(["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml"])(
    "is found at %s",
    async (path) => {
      const { data } = await auditSitemap((origin) => ({ [path]: xml(urlset(loc(`${origin}/`))) }));
      expect(data).toMatchObject({ has_sitemap: true, codes: {} });
    },
  );

  it.each<[string, SiteRoutes, string]>([
    ["fails", { "/sitemap.xml": { status: 503 } }, "503"],
    [
      "ends the connection",
      { "/sitemap.xml": ({ socket }) => socket.destroy() },
      "reset (ECONNRESET)",
    ],
    [
      "is forbidden by robots.txt",
      { "/robots.txt": "User-agent: *\nDisallow: /*.xml" },
      "robots_txt",
    ],
  ])("of a place that %s is unknown", async (_, routes, reason) => {
    const { data, unchecked } = await auditSitemap(() => routes);
    expect(data).toEqual({});
    expect(unchecked).toEqual([{ what: "sitemaps", reason, count: 1 }]);
  });

  it("for which no time is left is unknown", async () => {
    const { url } = await serve({ "/": "<p>start</p>" });
    const crawled = await crawlAll(url, impatient());
    const late = { ...impatient(), deadline: 0 };
    const { unchecked } = (await examine(sitemap.begin(), [], { crawl: crawled, ...late })) ?? {};
    expect(unchecked).toEqual([{ what: "sitemaps", reason: "deadline", count: 1 }]);
  });

  it("that robots.txt does not name and that does not exist is missing", async () => {
    const { data } = await auditSitemap(() => ({
      "/sitemap.xml": "<html>Not found</html>",
    }));
    expect(data).toMatchObject({ has_sitemap: false, codes: { sitemap_missing: 1 } });
  });

  it("may be an index of sitemaps, packed or not, and text", async () => {
    const { data, site } = await auditSitemap((origin) => ({
      "/sitemap.xml": xml(index(`${origin}/a.xml`, `${origin}/b.xml.gz`, `${origin}/c.txt`)),
      "/a.xml": xml(urlset(loc(`${origin}/`))),
      "/b.xml.gz": {
        headers: { "content-type": "application/gzip" },
        body: gzipSync(urlset(loc(`${origin}/?b`))),
      },
      "/c.txt": { headers: { "content-type": "text/plain" }, body: `${origin}/?c\n${origin}/?d\n` },
    }));
    expect(data).toMatchObject({ has_sitemap: true, codes: {} });
    // What they list is asked for.
    const listed = ["GET /?b", "GET /?c", "GET /?d"];
    expect(site.requests).toEqual(expect.arrayContaining(listed));
  });

  it("may have a prefix, other namespaces, CDATA and entities", async () => {
    const { data, site } = await auditSitemap((origin) => ({
      "/sitemap.xml": xml(`<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <s:url><s:loc><![CDATA[${origin}/?a&b]]></s:loc><image:image><image:loc>http://cdn.example/
        </image:loc></image:image></s:url><s:url><s:loc> ${origin}/?a&amp;c </s:loc></s:url></s:urlset>`),
    }));
    expect(data.codes).toEqual({});
    expect(site.requests).toEqual(expect.arrayContaining(["GET /?a&b", "GET /?a&c"]));
  });

  it("is not asked for where robots.txt forbids it", async () => {
    const { site, data } = await auditSitemap((origin) => ({
      "/robots.txt": `User-agent: *\nDisallow: /map.xml\nSitemap: ${origin}/map.xml`,
    }));
    expect(data.codes).toEqual({ sitemap_unreadable: 1 });
    expect(site.requests).not.toContain("GET /map.xml");
  });

  it("is one of 50 that are read, and the rest is said", async () => {
    const { unchecked } = await auditSitemap((origin) => ({
      "/sitemap.xml": xml(index(...Array.from({ length: 60 }, (_, n) => `${origin}/${n}.xml`))),
    }));
    // The index is one of the 50.
    expect(unchecked).toEqual([{ what: "sitemaps", reason: "size_limit", count: 11 }]);
  });

  it("may be on another host", async () => {
    const routes: SiteRoutes = {};
    const store = await serve(routes);
    const { data } = await auditSitemap((origin) => {
      Object.assign(routes, {
        "/index.xml": xml(index(`${store.url}/pages.xml`)),
        "/pages.xml": xml(urlset(loc(`${origin}/gone`))),
      });
      return { "/robots.txt": `Sitemap: ${store.url}/index.xml` };
    });
    expect(data.codes).toEqual({ sitemap_broken_page: 1 });
  });
});

describe("a sitemap", () => {
  const named = (body: (origin: string) => string) => (origin: string) => ({
    "/robots.txt": `User-agent: *\nDisallow: /private\nSitemap: ${origin}/map.xml`,
    "/map.xml": xml(body(origin)),
  });
  it.each([
    ["urlset", urlset()],
    ["index", index()],
  ])("with nothing in it has an issue: %s", async (_, body) => {
    const { data } = await auditSitemap(named(() => body));
    expect(data).toMatchObject({ has_sitemap: true, codes: { sitemap_empty_sitemap: 1 } });
  });

  it("that lists what robots.txt blocks has issues, also where the crawl knows of no link", async () => {
    const { data, site } = await auditSitemap(
      named((origin) =>
        urlset(...["/", "/private/a", "/private/b"].map((path) => loc(origin + path))),
      ),
    );
    expect(data.codes).toEqual({ sitemap_blocked_page: 2 });
    expect(site.requests.join()).not.toContain("private");
  });

  it("that lists pages against indexing has issues, crawled or not", async () => {
    const meta = (name: string, content: string) => ({
      body: `<meta name="${name}" content="${content}"><p>a</p>`,
    });
    const header = (value: string | string[]) => ({
      headers: { "x-robots-tag": value },
      body: "<p>a</p>",
    });
    const against: Reply[] = [
      meta("robots", "NOINDEX, follow"),
      meta("robots", "noindex nofollow"),
      meta("robots", "none"),
      meta("googlebot", "noindex"),
      header("nofollow, noindex"),
      header("googlebot: nofollow, noindex"),
      header("max-snippet: 20, noindex"),
      header(["otherbot: nofollow", "noindex"]),
      header("unavailable_after: 25 Jun 2010 15:00:00 PST, noindex"),
    ];
    const others: Reply[] = [
      meta("robots", "index"),
      meta("robots", "index, max-image-preview:none"),
      meta("otherbot", "noindex"),
      header("otherbot: noindex"),
    ];
    const pages = [...against, ...others].flatMap((page, n): [string, Reply][] => [
      [`/linked/${n}`, page],
      [`/listed/${n}`, page],
    ]);
    const { site, data } = await auditSitemap((origin) => ({
      "/": pages
        .filter(([path]) => path.startsWith("/linked"))
        .map(([path]) => `<a href="${path}">l</a>`)
        .join(""),
      ...Object.fromEntries(pages),
      "/sitemap.xml": xml(urlset(...pages.map(([path]) => loc(origin + path)))),
    }));
    expect(data.codes).toEqual({ sitemap_noindex_page: 2 * against.length });
    expect(site.requests).toContain("GET /listed/12");
  });

  it("may be a feed, of which no post is read", async () => {
    const rss =
      "<rss><channel><item><link>https://elsewhere.example/</link></item></channel></rss>";
    const { data } = await auditSitemap(named(() => rss));
    expect(data).toEqual({ has_sitemap: true, codes: {}, rows: [] });
  });
});

it("a file that is no sitemap is read no further than its beginning", async () => {
  const body = gzipSync(Buffer.from(`<html>${"<p>".repeat(1_000_000)}`));
  expect(await readSitemap(body, () => {})).toEqual({ kind: "other", locations: 0 });
});

describe("XML that is not well-formed", () => {
  it.each([
    ["an element without an end", "<urlset><url>"],
    ["a bare ampersand", "<urlset><url><loc>http://x/?a&b</loc></url></urlset>"],
    ["white space before the declaration", '\n<?xml version="1.0"?><urlset></urlset>'],
    ["an entity of its own", '<!DOCTYPE urlset [<!ENTITY x "y">]><urlset>&x;</urlset>'],
    [
      "a megabyte of nothing",
      gzipSync(Buffer.concat([Buffer.from("<urlset>"), Buffer.alloc(2_000_000, " ")])),
    ],
    ["two roots", "<urlset></urlset><urlset></urlset>"],
    ["elements nested too deeply", urlset("<a>".repeat(1000) + "</a>".repeat(1000))],
    ["a packed file that is cut", gzipSync(urlset().repeat(100)).subarray(0, 90)],
  ])("is an issue: %s", async (_, body) => {
    const { data } = await auditSitemap((origin) => ({
      "/robots.txt": `Sitemap: ${origin}/map.xml`,
      "/map.xml": xml(body),
    }));
    expect(data.codes).toEqual({ sitemap_unreadable: 1 });
  });
});

describe("limits", () => {
  it("of 50,000 URLs: a list of 50,000 is accepted, and one more is not", async () => {
    const read = (count: number) =>
      readSitemap(Buffer.from("https://site.example/\n".repeat(count)), () => {});
    expect(await read(50_000)).toEqual({ kind: "text", locations: 50_000 });
    expect(await read(50_001)).toMatchObject({ locations: 50_000, isTooLarge: true });
  });
});

describe("entries", () => {
  it("must be URLs of the site", async () => {
    const { data } = await auditSitemap((origin) => ({
      "/sitemap.xml": xml(
        urlset(
          ...[`${origin}/`, "https://other.example/", origin.replace("http:", "https:")].map(loc),
          ...["/relative", ""].map(loc),
        ),
      ),
    }));
    expect(data.codes).toEqual({ sitemap_foreign_location: 4 });
  });
});

describe("listed pages", () => {
  const routes: Routes = (origin) => ({
    "/": '<a href="/moved">m</a><a href="/gone">g</a><a href="/fine">f</a><a href="/error">e</a>',
    "/fine": "<p>fine</p>",
    "/moved": { status: 301, headers: { location: "/fine" } },
    "/error": { status: 500 },
    "/sitemap.xml": xml(
      urlset(...["/", "/fine", "/moved", "/gone", "/error"].map((path) => loc(origin + path))),
    ),
  });

  it("that are broken or redirect are an issue, which the crawl knows without asking", async () => {
    const { site, data } = await auditSitemap(routes);
    expect(data.rows).toEqual([
      ["sitemap_redirected_page", `${site.url}/moved`, `${site.url}/fine`],
      ["sitemap_broken_page", `${site.url}/gone`, "404"],
    ]);
    expect(site.requests.filter((request) => request.startsWith("HEAD"))).toEqual([]);
  });

  it("are asked for where the crawl has not been, 20 of them", async () => {
    const { data } = await auditSitemap(routes, { maxPages: 1 });
    expect(data.codes).toEqual({ sitemap_redirected_page: 1, sitemap_broken_page: 1 });
    const many = await auditSitemap((origin) => ({
      "/sitemap.xml": xml(urlset(...Array.from({ length: 31 }, (_, n) => loc(`${origin}/?${n}`)))),
    }));
    expect(many.site.requests.filter((each) => each.startsWith("GET /?"))).toHaveLength(20);
    expect(many.unchecked).toEqual([{ what: "listed_pages", reason: "sample", count: 11 }]);
  });
});
