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

/** The days of the last post that are told years later, when the blog is stale. */
async function later(pages: Page[], answer?: Answer) {
  const { faults } = await analyse(pages, answer, { now: new Date("2030-06-01T00:00:00Z") });
  return faults?.map(({ detail }) => String(detail["last_post_at"]).slice(0, 10));
}

const withFeed = page({ feeds: [FEED] });

describe("the newest post of a feed", () => {
  const item = (content: string) => `<rss><channel><item>${content}</item></channel></rss>`;

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
      "<a:feed><a:updated>2026-05-05</a:updated><a:entry><a:updated>2026-04-04</a:updated><a:published>2026-01-02</a:published></a:entry></a:feed>",
      "2026-01-02",
    ],
    ["posts in the future", rss("2099-06-01", "Fri, 01 May 2026 00:00:00 GMT"), "2026-05-01"],
    ["no date", item("<title>x</title>"), undefined],
    ["nonsense for a date", rss("last week", "1", "0000"), undefined],
    ["no posts", rss(), undefined],
    ["HTML", "<html><items>", undefined],
    ["a date in CDATA", item("<pubDate><![CDATA[ 2026-03-03 ]]></pubDate>"), "2026-03-03"],
    [
      "posts within CDATA and comments",
      `<rss><description><![CDATA[${rss("2026-05-01")}]]></description><!-- ${rss("2026-05-01")} --></rss>`,
      undefined,
    ],
    [
      "a post of another feed: its own date, not that feed's",
      "<feed><entry><source><updated>2026-05-05</updated></source><updated>2026-02-01</updated></entry></feed>",
      "2026-02-01",
    ],
    [
      "text that is not well-formed",
      item("<title>Bed & breakfast&nbsp;<br></title></p><pubDate>2026-02-01</pubDate></b>"),
      "2026-02-01",
    ],
    ["a feed that was cut off", "<rss><item><pubDate>2026-02-01</pubDate><item", "2026-02-01"],
  ])("of %s", async (_, body, day) => {
    expect(await later([withFeed], () => ({ body }))).toEqual(day ? [day] : []);
  });

  it.each([
    ["elements that are never closed", "<item>"],
    ["attributes", "<item a='"],
    ["references to entities", "&a;"],
    ["ends without a beginning below many", "<a><b><c></x></y></z>"],
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
      { subject: "http://example.com/", detail: { last_post_at: "2026-03-02T00:00:00+00:00" } },
    ]);
  });

  it("says nothing that a feed which can't be read may change, but that it was not read", async () => {
    const feeds = [FEED, "https://example.com/other"];
    const of = async (body: string) => {
      const answer = (feed: string) => (feed === FEED ? { status: 503 } : { body });
      const { client: _, ...examined } = await analyse([page({ feeds })], answer);
      return examined;
    };
    const unchecked = [{ what: "feeds", reason: "503", count: 1 }];
    expect(await of(rss())).toEqual({ unchecked });
    expect(await of(rss("2026-01-02"))).toEqual({ unchecked });
    expect(await of(rss("2026-05-02"))).toEqual({ faults: [], unchecked });
  });

  it("takes the dates of articles, of a website that has a post", async () => {
    const dated = page({ meta: { "article:published_time": "2026-05-01" } });
    const posting = (status: number) =>
      page({ status, jsonLd: [{ "@type": "BlogPosting", datePublished: "2026-04-01" }] });
    expect(await later([dated, withFeed])).toEqual([]);
    expect(await later([posting(200)])).toEqual(["2026-04-01"]);
    expect(await later([posting(200), dated])).toEqual(["2026-05-01"]);
    expect(await later([posting(404), dated])).toEqual([]);
  });

  it("reads two feeds at most, and none of comments", async () => {
    const feeds = [
      "https://example.com/comments/feed/",
      ...[1, 2, 3].map((n) => `https://e.com/${n}`),
    ];
    const { client, unchecked } = await analyse([page({ feeds }), page({ feeds })]);
    const requested = vi.mocked(client.request).mock.calls.map(([url]) => url);
    expect(requested).toEqual(["https://e.com/1", "https://e.com/2"]);
    expect(unchecked).toEqual([{ what: "feeds", reason: "feed_limit", count: 1 }]);
  });

  it("leaves alone what the website's robots.txt forbids, which says nothing of other hosts", async () => {
    const robots = parseRobots("User-agent: *\nDisallow: /", "anybody");
    const feeds = ["http://example.com/feed", "https://engines.example/feed"];
    const { client, unchecked } = await analyse([page({ feeds })], noFeed, { robots });
    expect(client.request).toHaveBeenCalledTimes(1);
    expect(unchecked).toEqual([{ what: "feeds", reason: "robots_txt", count: 1 }]);
  });
});
