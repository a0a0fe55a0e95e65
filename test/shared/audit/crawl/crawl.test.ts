import type { OutgoingHttpHeader } from "node:http";
import { describe, expect, it } from "vitest";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { serve } from "../../../support/site.ts";
import { JumpingClock } from "../pages/jumpingClock.ts";
import { crawlAll, crawlSite, impatient, linking, paths } from "./crawlSite.ts";

describe("the crawl", () => {
  it("reads the pages of the host, each once, nearest first", async () => {
    const other = await serve({ "/": "<p>other</p>" });
    const { site, crawled } = await crawlSite({
      "/": linking("/b", "/a", "/b#part", "a", `${other.url}/`, "/missing", "/file.pdf", "/text"),
      "/a": linking("/deep", "/"),
      "/b": linking("/a", "/B"),
      "/B": "<p>another page than b</p>",
      "/deep": "<p>deep</p>",
      "/text": { headers: { "content-type": "text/plain" }, body: '<a href="/from-text">' },
    });
    expect(paths(crawled.pages)).toEqual(["/", "/b", "/a", "/B", "/deep"]);
    expect(crawled.failure).toBe("404");
    expect(crawled.coverage).toEqual({
      pages: 5,
      addresses: 7,
      requests: 7,
      disallowed: 0,
      nofollow: 0,
      unread: 0,
    });
    expect(new Set(site.requests).size).toBe(site.requests.length);
    expect(other.requests).toEqual([]);
  });

  it("says of how many pages a part was not read, and why", async () => {
    const element = `<p ${Array.from({ length: 101 }, (_, n) => `a${n}`).join(" ")}>`;
    const { crawled } = await crawlSite({
      "/": linking("/long", "/one", "/other"),
      "/long": `<p>x</p>${" ".repeat(2 * 1024 * 1024)}`,
      "/one": `${element}x`,
      "/other": `${element}y`,
    });
    const attributes = "long_page (attributes of an element beyond 100)";
    expect(crawled.coverage.cut).toEqual({
      "long_page (bytes beyond 2097152)": 1,
      [attributes]: 2,
    });
  });

  it("shows one page of several addresses once, if it says the same at each", async () => {
    const home = linking("/index.html", "/shop", "/shop/", "/shop/index.php", "/news", "/news/");
    const { crawled } = await crawlSite({
      "/": home,
      "/index.html": home,
      "/shop": "<p>We sell tea.</p>",
      "/shop/": "<p>We sell tea.</p>",
      "/shop/index.php": "<p>We sell coffee.</p>",
      "/news": "<p>We sell tea.</p>",
      "/news/": "<p>Nothing is new.</p>",
    });
    expect(paths(crawled.pages)).toEqual(["/", "/shop", "/shop/index.php", "/news", "/news/"]);
  });

  it.each<[string, OutgoingHttpHeader[] | undefined, string]>([
    [
      "two types",
      ["content-type", "text/html", "content-type", "text/html; charset=utf-8"],
      "<p>x",
    ],
    ["no type and a byte order mark", undefined, "\ufeff<!DOCTYPE html><p>x"],
    ["no type and a comment", undefined, "<!-- saved --><html><p>x"],
    ["no type and no html element", undefined, "\n<head><title>x</title></head>"],
  ])("reads a page with %s", async (_, headers, body) => {
    const { crawled } = await crawlSite((request, response) => {
      const isRobots = request.url === "/robots.txt";
      response.writeHead(isRobots ? 404 : 200, isRobots ? undefined : headers).end(body);
    });
    expect(crawled.pages).toHaveLength(1);
  });

  it("follows a page that refreshes at once like a redirect, and does not show it", async () => {
    const refresh = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}">`;
    const other = await serve({ "/": "<p>other</p>" });
    const { site, crawled } = await crawlSite({
      "/": `<title>Moved</title>${refresh("/en/")}`,
      "/en/": `${linking("old", "away", "circle", "again")}<noscript>${refresh("/nojs")}</noscript>`,
      "/en/old": refresh("new"),
      "/en/new": "<p>new</p>",
      "/en/away": refresh(other.url),
      "/en/circle": refresh("/en/circle2"),
      "/en/circle2": refresh("/en/circle"),
      "/en/again": refresh("/en/again?utm_source=x"),
    });
    expect(crawled.startUrl).toBe(`${site.url}/en/`);
    expect(paths(crawled.pages)).toEqual(["/en/", "/en/new", "/en/again?utm_source=x"]);
    expect(crawled.outcomes.get(crawled.site.key(`${site.url}/en/away`))).toMatchObject({
      redirectsTo: `${other.url}/`,
    });
    expect(other.requests).toEqual([]);
    expect(new Set(site.requests).size).toBe(site.requests.length);
  });

  it("follows no refresh to a host that robots.txt closes, nor in circles", async () => {
    const closed = await serve({ "/robots.txt": "User-agent: *\nDisallow: /", "/": "<p>x</p>" });
    const to = (url: string) => `<meta http-equiv="refresh" content="0; url=${url}">`;
    const { crawled } = await crawlSite({ "/": to(closed.url) });
    expect(crawled.coverage).toMatchObject({ pages: 0, limit: "robots_txt" });
    expect(closed.requests).toEqual(["GET /robots.txt"]);
    const circle = await crawlSite({ "/": to("/a"), "/a": to("/b"), "/b": to("/a") });
    expect(circle.crawled.coverage.pages).toBe(0);
  });

  it("does not go where rel=nofollow says not to, unless another link leads there", async () => {
    const buttons = [1, 2, 3].map((id) => `<a href="?add-to-cart=${id}" rel="NOOPENER nofollow">`);
    const { crawled } = await crawlSite({
      "/": `${linking("/shop", "/about")}<a rel=nofollow href="/about"><area href="/x" rel=nofollow>
        <a href="/price.pdf" rel=nofollow>PDF</a><a href="/shop?add-to-cart=1" rel=nofollow>Buy</a>`,
      "/shop": `<h1>Shop</h1>${buttons.join("Add to cart</a>")}`,
      "/about": "<h1>About</h1>",
    });
    expect(paths(crawled.pages)).toEqual(["/", "/shop", "/about"]);
    expect(crawled.coverage).toMatchObject({ addresses: 3, requests: 3, nofollow: 4, unread: 0 });
  });

  it("takes the host that the start URL redirects to for the site, and the first host for an alias", async () => {
    const www = await serve((request, response) => {
      response.writeHead(request.url === "/robots.txt" ? 404 : 200, {
        "content-type": "text/html",
      });
      response.end(linking("/about", `${bare.url}/old`));
    });
    const bare = await serve((request, response) => {
      response.writeHead(301, { location: `${www.url}${request.url}` }).end();
    });
    const crawled = await crawlAll(bare.url, impatient());
    expect(crawled.startUrl).toBe(`${www.url}/`);
    expect(crawled.pages.map(({ url }) => url)).toEqual(
      ["/", "/about", "/old"].map((path) => www.url + path),
    );
  });

  it("follows redirects within the site, to each page once, and never off it", async () => {
    const other = await serve({ "/": "<p>other</p>" });
    const redirect = (location: string) => ({ status: 302, headers: { location } });
    const { site, crawled } = await crawlSite({
      "/": linking("/one", "/two", "/off", "/loop", "/session"),
      "/one": redirect("/target"),
      "/two": redirect("/target"),
      "/target": "<p>target</p>",
      "/off": redirect(`${other.url}/`),
      "/loop": redirect("/loop2"),
      "/loop2": redirect("/loop"),
      "/session": redirect("/session?sid=1"),
      "/session?sid=1": "<p>session</p>",
    });
    expect(paths(crawled.pages).sort()).toEqual(["/", "/session?sid=1", "/target"]);
    expect(site.requests.filter((request) => request === "GET /target")).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });

  it("stops at the number of pages, and says so", async () => {
    const { crawled } = await crawlSite(
      (request, response) => {
        if (request.url === "/robots.txt") return response.writeHead(404).end();
        response.setHeader("content-type", "text/html");
        response.end(linking(...Array.from({ length: 40 }, (_, n) => `/p${n}`)));
      },
      { maxPages: 10 },
    );
    expect(crawled.coverage).toMatchObject({ pages: 10, addresses: 41, limit: "page_limit" });
    expect(crawled.pages).toHaveLength(10);
  });

  it("stops at the deadline, and says so", async () => {
    const { crawled } = await crawlSite(
      (request, response) => {
        if (request.url === "/slow") return;
        if (request.url === "/robots.txt") return response.writeHead(404).end();
        response.writeHead(200, { "content-type": "text/html" }).end(linking("/slow"));
      },
      { deadline: Date.now() + 400 },
    );
    expect(crawled.coverage).toMatchObject({ pages: 1, limit: "deadline" });
  });
});

describe("robots.txt of a site", () => {
  it("allows everything if it redirects in circles", async () => {
    const { crawled } = await crawlSite({
      "/robots.txt": { status: 301, headers: { location: "/robots.txt/" } },
      "/robots.txt/": { status: 301, headers: { location: "/robots.txt" } },
      "/": "<p>start</p>",
    });
    expect(crawled.coverage.pages).toBe(1);
  });

  const start = linking("/open", "/closed");
  const open = "<p>open</p>";

  it("makes the crawl as slow as its crawl-delay says", async () => {
    const clock = new JumpingClock();
    const times: number[] = [];
    const site = await serve((request, response) => {
      times.push(clock.time);
      const robots = request.url === "/robots.txt";
      response.setHeader("content-type", "text/html");
      response.end(robots ? "User-agent: *\nCrawl-delay: 4" : linking("/a", `${request.url}a`));
    });
    await crawlAll(site.url, { client: new PoliteClient({ clock }), deadline: 15_000 });
    expect(times).toEqual([0, 4000, 8000, 12_000]);
  });

  it("is read up to 500 KiB, without a line that is cut there", async () => {
    const rule = "Disallow: /closed\n";
    const begin = `User-agent: *\n${rule}`;
    const filling = `${"#".repeat(500 * 1024 - begin.length - 12)}\n`;
    const { crawled } = await crawlSite({
      "/robots.txt": `${begin}${filling}Disallow: /open`,
      "/": start,
      "/open": open,
    });
    expect(paths(crawled.pages)).toEqual(["/", "/open"]);
  });
});
