import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { auditInThread } from "../../../functions/workers/audit/crawlAndExamine.ts";
import { analysers } from "../../../shared/audit/analysers/index.ts";
import { crawl } from "../../../shared/audit/crawl/crawl.ts";
import type { Page } from "../../../shared/audit/pages/page.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { findAudit, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { audit } from "./auditing.ts";
import { impatient } from "./crawl/crawlSite.ts";
import { largeSite } from "./largeSite.ts";

/** Pages are of 30 KB; their texts repeat some words, as a language does. */
const BYTES_A_PAGE = 6000;

beforeAll(() => allowLocalAddresses());

test("analysers keep a fraction of what they read, and nothing of the pages themselves", async () => {
  const pages = 30;
  const site = await serve(largeSite(pages));
  const collected = analysers.map((analyser) => analyser.begin());
  const read: WeakRef<Page>[] = [];
  const seen = { add: (page: Page) => read.push(new WeakRef(page)) };
  const options = { ...impatient(), maxPages: pages, collected: [...collected, seen] };
  const { coverage } = await crawl(site.url, options);
  expect(coverage.pages).toBe(pages);
  // What was made in a turn of the event loop is not collected in it.
  await setImmediate();
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  expect(read.filter((page) => page.deref())).toEqual([]);
  const bytes = collected.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  expect(bytes / pages).toBeLessThan(BYTES_A_PAGE);
  expect(bytes / pages).toBeGreaterThan(0);
});

test("a website with ever more links is read in part, as far as its heap has room", async () => {
  const site = await serve(({ url = "" }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    const links = Array.from({ length: 5000 }, (_, n) => `<a href="${url}-${n}">${n}</a>`);
    response.setHeader("content-type", "text/html").end(`<p>${url}</p>${links.join(" ")}`);
  });
  const website = await monitorWebsite(site.url);
  await audit(website, { audit: auditInThread, clock: systemClock, auditMs: 25_000 });
  const [result] = (await findAudit(website))?.results ?? [];
  expect(result?.outcome).toMatch(/^\d+ of \d+ pages, limit: size_limit$/);
});

test("a website that is hostile in every part is audited within the limits of its thread", async () => {
  const MB = 1_000_000;
  const fill = (text: string, bytes = MB / 4) => text.repeat(Math.ceil(bytes / text.length));
  const numbered = (make: (n: number) => string, count = 5000) =>
    Array.from({ length: count }, (_, n) => make(n)).join("");
  const packed = (type: string, text: string) => ({
    headers: { "content-type": type, "content-encoding": "gzip" },
    body: gzipSync(text),
  });
  const pages = {
    "/nested": fill("<p><b><i><div><a>"),
    "/attributes": fill(" a=b", MB) + fill("<h1>x</h3>"),
    "/links": numbered((n) => `<a href="/${n}/${"a/".repeat(100)}">${n}</a>`),
    "/json": fill('<script type="application/ld+json">[[[{"@type":"Article"},[]]]]</script>'),
    "/words": `<html lang=en><p>the ${numbered((n) => `zq${n.toString(26).replace(/\d/g, "y")}x `, 50_000)}`,
    "/packed": packed("text/html", fill("<li>a", 50 * MB)),
  };
  const home = Object.keys(pages).map((path) => `<a href="${path}">${path}</a>`);
  const rules = numbered((n) => `Disallow: /*b*${n}*c$\n`);
  const site = await serve({
    ...pages,
    "/": `<html lang=en><link rel="alternate" type="application/rss+xml" href="/feed">${home.join(" ")}`,
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: `User-agent: *\n${rules}` },
    "/sitemap.xml": packed("application/xml", `<urlset>${fill("<url>", 50 * MB)}`),
    "/feed": {
      headers: { "content-type": "application/xml" },
      body: fill("<item><pubDate>2026</x>"),
    },
  });
  const website = await monitorWebsite(site.url);
  await audit(website, { audit: auditInThread, clock: systemClock, auditMs: 25_000 });
  const [result] = (await findAudit(website))?.results ?? [];
  expect(result?.outcome).toMatch(/^\d+ (?:of \d+ )?pages/);
  for (const path of Object.keys(pages)) expect(site.requests).toContain(`GET ${path}`);
});
