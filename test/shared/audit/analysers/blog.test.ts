import { describe, expect, it, vi } from "vitest";
import { blog } from "../../../../shared/audit/analysers/blog.ts";
import { uncrawled } from "../../../../shared/audit/crawl/crawl.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { allowAll, parseRobots } from "../../../../shared/audit/pages/robots.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";
import { answering, examine, page } from "./support.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const FEED = "https://example.com/feed/";
const rss = (...dates: string[]) =>
  `<?xml version="1.0"?><rss><channel><lastBuildDate>Sun, 31 May 2026 00:00:00 +0000</lastBuildDate>${dates
    .map((date) => `<item><title>Post</title><pubDate>${date}</pubDate></item>`)
    .join("")}</channel></rss>`;

type Answer = Parameters<typeof answering>[0];
const noFeed = () => ({ status: 404 });

async function analyse(
  pages: Page[],
  answer: Answer = noFeed,
  { now = NOW, robots = allowAll() } = {},
) {
  const client = answering(answer);
  const crawl = { ...uncrawled("example.com"), robots };
  const examined = await examine(blog.begin(), pages, { crawl, client, now, deadline: 0 });
  return { ...examined, client };
}

/** What is told of the blog years later, when it is stale. */
async function later(pages: Page[], answer?: Answer) {
  const { faults } = await analyse(pages, answer, { now: new Date("2030-06-01T00:00:00Z") });
  return faults?.map(({ code, subject, detail }) => [code, subject, detail["last_post_at"]]);
}

const stale = (url: string, at: unknown) => [["no_recent_post", url, at]];
const withFeed = page({ feeds: [FEED] });

describe("the newest post of a feed", () => {
  it.each([
    [
      "RSS, newest last",
      rss("Mon, 02 Mar 2026 10:00:00 GMT", "Tue, 3 Mar 2026 10:00:00 +0100"),
      "2026-03-03",
    ],
    ["the letters of a zone", rss("Mon, 02 Mar 2026 10:00:00 CET"), "2026-03-02"],
    ["a zone that nobody has", rss("Mon, 02 Mar 2026 23:30:00 (XYZ)"), "2026-03-02"],
    ["RSS 1.0", "<item rdf:about='x'><dc:date>2026-02-03</dc:date></item>", "2026-02-03"],
    [
      "Atom",
      "<feed><updated>2026-05-05T00:00:00Z</updated><entry><updated>2026-04-04T00:00:00Z</updated><published>2026-01-02T00:00:00Z</published></entry></feed>",
      "2026-01-02",
    ],
    [
      "posts in the future",
      rss("Mon, 01 Jun 2099 00:00:00 GMT", "Fri, 01 May 2026 00:00:00 GMT"),
      "2026-05-01",
    ],
    ["no date", "<item><title>x</title></item>", undefined],
    ["nonsense for a date", rss("last week", "1", "0000"), undefined],
    ["no posts", rss(), undefined],
    ["HTML", "<html><items>", undefined],
    [
      "a date in CDATA",
      "<rss><channel><item><pubDate><![CDATA[ Tue, 03 Mar 2026 10:00:00 GMT ]]></pubDate></item></channel></rss>",
      "2026-03-03",
    ],
    [
      "entries with a prefix",
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:published>2026-03-04T00:00:00Z</a:published></a:entry></a:feed>',
      "2026-03-04",
    ],
    [
      "posts that are commented out",
      "<rss><channel><item><pubDate>2026-01-01</pubDate></item><!-- <item><pubDate>2026-05-01</pubDate></item> --></channel></rss>",
      "2026-01-01",
    ],
    [
      "posts within CDATA",
      "<rss><channel><description><![CDATA[<item><pubDate>2026-05-01</pubDate></item>]]></description></channel></rss>",
      undefined,
    ],
    [
      "a post of another feed: its own date, not that feed's",
      "<feed><entry><source><updated>2026-05-05T00:00:00Z</updated></source><updated>2026-02-01T00:00:00Z</updated></entry></feed>",
      "2026-02-01",
    ],
    [
      "an empty date beside another",
      "<entry><published/><updated>2026-02-01</updated></entry>",
      "2026-02-01",
    ],
    [
      "text that is not well-formed",
      '  <?xml version="1.0"?><rss><channel><item><title>Bed & breakfast&nbsp;<br></title><pubDate>2026-02-01</pubDate></item></channel></rss>',
      "2026-02-01",
    ],
    [
      "ampersands that begin no entity",
      '<rss><channel><item><title>R & D</title><enclosure url="/?a=1&b=2"/><pubDate>2026-02-01</pubDate></item><item/></channel></rss>',
      "2026-02-01",
    ],
    [
      "stray ends of elements",
      "<rss><channel><item><description>x</p>y</description></b><pubDate>2026-02-01</pubDate></item><item><pubDate>2026-01-01</pubDate></item></channel></rss>",
      "2026-02-01",
    ],
    [
      "markup that is never closed",
      "<rss><channel><item><description><p>x<br>y <b>1 < 2</description><pubDate>2026-02-01</pubDate></item><item/></channel></rss>",
      "2026-02-01",
    ],
    [
      "an end of something outer",
      "<rss><channel><item><title>x</item><item><pubDate>2026-02-01</pubDate></item></channel></rss>",
      "2026-02-01",
    ],
    [
      "a feed that was cut off",
      "<rss><channel><item><pubDate>2026-02-01</pubDate><item",
      "2026-02-01",
    ],
  ])("of %s", async (_, body, day) => {
    const withNews = await later([withFeed], () => ({ body }));
    expect(withNews).toEqual(day ? stale(FEED, expect.stringContaining(day)) : []);
  });

  it.each([
    ["tags that don't end", "<pubDate "],
    ["elements that are never closed", "<item>"],
    ["dates that are never closed", "<item><pubDate>2026"],
    ["attributes", "<item a='"],
    ["comments", "<!--"],
    ["references to entities", "&a;"],
    ["ampersands", "&a"],
    ["ends without a beginning", "</item>"],
    ["ends without a beginning below many", "<a><b><c></x></y></z>"],
    ["brackets", "<"],
    ["CDATA in pieces", "<![CDATA[2026]]>"],
  ])("reads a hostile feed of %s in linear time", async (_, piece) => {
    await expectLinearTime(20_000, (size) => {
      const xml = `<item><pubDate>${piece.repeat(size / piece.length)}`;
      return () => analyse([withFeed], () => ({ body: xml }));
    });
  });
});

describe("the analyser", () => {
  it("warns when the last post is more than 90 days old", async () => {
    const faultsOf = async (day: string) =>
      (await analyse([withFeed], () => ({ body: rss(day) }))).faults;
    expect(await faultsOf("2026-03-04")).toEqual([]);
    expect(await faultsOf("2026-03-02")).toMatchObject([
      { subject: FEED, detail: { last_post_at: "2026-03-02T00:00:00+00:00" } },
    ]);
  });

  it("says nothing that a feed which can't be read may change, but that it was not read", async () => {
    const url = "https://example.com/blog/2026/01/post";
    const feeds = [FEED, "https://example.com/other"];
    const of = async (url: string, body: string) => {
      const answer = (feed: string) => (feed === FEED ? { status: 503 } : { body });
      const { client: _, ...examined } = await analyse([page({ url, feeds })], answer);
      return examined;
    };
    const unchecked = [{ what: "feeds", reason: "503", count: 1 }];
    expect(await of("https://example.com/", rss())).toEqual({ unchecked });
    expect(await of(url, rss("2026-01-02"))).toEqual({ unchecked });
    expect(await of(url, rss("2026-05-02"))).toEqual({ faults: [], unchecked });
  });

  it.each([
    ["a feed without posts", [withFeed], () => ({ body: rss() })],
    ["a feed that is not there", [withFeed], noFeed],
    [
      "a path that only begins like one",
      [page({ url: "https://example.com/newsletter/blogger" })],
      noFeed,
    ],
    ["a hotel", [page({ url: "https://example.com/the-journal-hotel/" })], noFeed],
    ["a file of news", [page({ url: "https://example.com/news.pdf" })], noFeed],
    ["a bad escape", [page({ url: "https://example.com/%E0%A4%A/" })], noFeed],
    ["a section that is gone", [page({ url: "https://example.com/blog/", status: 404 })], noFeed],
    ["an article deep below", [page({ url: "https://example.com/a/b/blog" })], noFeed],
    [
      "another's blog",
      [page({ links: [{ url: "https://blog.other.com/", kind: "a", valid: true }] })],
      noFeed,
    ],
    ["a date alone", [page({ url: "https://example.com/2026/05/01/" })], noFeed],
  ])("takes %s for no blog", async (_, pages, fetch) => {
    const dated = page({ meta: { "article:published_time": "2026-05-01" } });
    expect(await later([...pages, dated], fetch)).toEqual([]);
  });

  it("reads two feeds at most, and none of comments", async () => {
    const feeds = [
      "https://example.com/comments/feed/",
      "https://e.com/1",
      "https://e.com/2",
      "https://e.com/3",
    ];
    const { client, unchecked } = await analyse([page({ feeds }), page({ feeds })]);
    const requested = vi.mocked(client.request).mock.calls.map(([url]) => url);
    expect(requested).toEqual(["https://e.com/1", "https://e.com/2"]);
    expect(unchecked).toEqual([{ what: "feeds", reason: "limit of feeds", count: 1 }]);
  });

  it.each([
    ["https://example.com/blog/", undefined],
    ["https://example.com/en/News", undefined],
    ["https://example.de/aktuelles", undefined],
    ["https://example.fr/actualit%C3%A9s/", undefined],
    ["https://example.es/noticias/", undefined],
    ["https://example.it/it/notizie", undefined],
    ["https://example.nl/nieuws/", undefined],
    ["https://example.com/blog.html", undefined],
    ["https://example.com/our-blog/", undefined],
    ["https://example.com/latest-news/", undefined],
    ["https://example.com/News_and_Events.aspx", undefined],
    ["https://example.fr/nos-actualit%C3%A9s", undefined],
    ["https://example.com/blog/2026/05/07/title", "2026-05-07"],
    ["https://example.com/articles/2026/5/title", "2026-05-01"],
    ["https://example.com/blog/2026/13/title", undefined],
  ])("finds the section %s and the date in it", async (url, day = "2026-01-02") => {
    const withoutNews = await later([withFeed, page({ url })], () => ({ body: rss("2026-01-02") }));
    expect(withoutNews).toEqual(stale(url, `${day}T00:00:00+00:00`));
  });

  it("leaves alone what the website's robots.txt forbids, which says nothing of other hosts", async () => {
    const robots = parseRobots("User-agent: *\nDisallow: /", "anybody");
    const feeds = ["http://example.com/feed", "https://engines.example/feed"];
    const { client, unchecked } = await analyse([page({ feeds })], noFeed, { robots });
    expect(client.request).toHaveBeenCalledTimes(1);
    expect(unchecked).toEqual([{ what: "feeds", reason: "robots.txt", count: 1 }]);
  });
});
