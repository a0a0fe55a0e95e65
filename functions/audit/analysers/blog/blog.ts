import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { decodeText, OutboundError } from "../../../../shared/outbound/index.ts";
import { timestamp } from "../../../../shared/time.ts";
import { defineAnalyser } from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { clip, detailText, type Finding, ofWebsite, withFaults } from "../../finding.ts";
import { describeOutcome, judgeLink, nameOutcome } from "../../pages/outcome.ts";
import type { RequestTools } from "../../pages/politeClient.ts";
import { BlogPages } from "./blogPages.ts";
import { type Feed, newestDate, readFeed } from "./feed.ts";

export const blogData = z.strictObject({
  has_blog: described(z.boolean(), "Whether the site has a blog.", true),
  blog_url: z.optional(
    described(detailText, "Where it is; absent: not known.", "https://bakery.example.com/blog"),
  ),
  feed_url: z.optional(
    described(
      detailText,
      "Its feed; absent: there is none.",
      "https://bakery.example.com/feed.xml",
    ),
  ),
  last_post_at: z.optional(
    described(
      z.string(),
      "When the newest post was published; absent: not known.",
      "2026-11-20T09:30:00+00:00",
    ),
  ),
});

type BlogData = z.infer<typeof blogData>;

/** The text of a feed, undefined without a feed, or the reason (`reasonIn`) why the feed could not be read. */
type FetchFeed = (url: string) => Promise<string | undefined | { unread: string }>;

/** What is found out about a blog; without `finding` if that depends on feeds that could not be read. */
interface BlogMaterial {
  finding?: Finding<BlogData>;
  /** Why feeds could not be read. */
  unread: string[];
}

const MAX_FEED_BYTES = 1_000_000;
const MAX_REDIRECTS = 5;
const STALE_MS = 90 * 86_400_000;

/**
 * Whether the website has a blog, and when its last post was. A website has a blog if one of these holds:
 * a feed that its pages name has a post (two feeds are read, none of comments or products); one of the
 * first two parts of a page's path is `blog`, `news`, `aktuelles` or the like; a page links to such a host
 * (`blog.example.com`); a page's JSON-LD has a Blog or BlogPosting. The last post is the newest date in
 * feeds, in articles' metadata and JSON-LD, and in URLs (`/2026/03/14/`). Dates in the future don't count.
 *
 * `success`: a post in the last 90 days; `warning`: none in that time; `info`: no blog, or none
 * whose posts have a date. A feed that could not be read may have the newest post.
 */
export async function analyseBlog(
  pages: BlogPages,
  fetchFeed: FetchFeed,
  now: Date,
): Promise<BlogMaterial> {
  const { feeds, unread } = await readFeeds(pages.feeds, fetchFeed, now);
  const isKnown = unread.length === 0;
  const [feed] = feeds.filter(({ posts_count }) => posts_count > 0);
  const blogUrl = pages.url;
  if (!feed && !blogUrl) {
    const none = { status: "info", data: { has_blog: false } } as const;
    return { unread, ...(isKnown && { finding: none }) };
  }
  const dates = feeds.flatMap(({ last_post_at }) => last_post_at?.getTime() ?? []);
  const last = newestDate([...dates, ...pages.dates], now);
  const isRecent = last && now.getTime() - last.getTime() <= STALE_MS;
  if (!isKnown && !isRecent) return { unread };
  const finding: Finding<BlogData> = {
    status: !last ? "info" : isRecent ? "success" : "warning",
    data: {
      has_blog: true,
      ...(blogUrl && { blog_url: clip(blogUrl) }),
      ...(feed && { feed_url: clip(feed.url) }),
      ...(last && { last_post_at: timestamp(last) }),
    },
  };
  return { finding, unread };
}

async function readFeeds(urls: Iterable<string>, fetchFeed: FetchFeed, now: Date) {
  const feeds: (Feed & { url: string })[] = [];
  const unread: string[] = [];
  for (const url of urls) {
    const fetched = (await fetchFeed(url)) ?? "";
    if (typeof fetched === "string") feeds.push({ url, ...readFeed(fetched, now) });
    else unread.push(fetched.unread);
  }
  return { feeds, unread };
}

/** Reads a feed's first megabyte, which has its newest posts, as politely as the crawl. */
export function politeFeed(
  { site, robots }: Pick<Crawl, "site" | "robots">,
  { client, deadline }: RequestTools,
): FetchFeed {
  return async (url) => {
    if (site.includes(url) && !robots.allows(url)) return { unread: "robots.txt" };
    const request = { maxBytes: MAX_FEED_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
    const answer = await client.request(url, request);
    if (!answer) return { unread: "no time left" };
    const outcome = describeOutcome(answer);
    if (!(answer instanceof OutboundError) && answer.status === 200) return decodeText(answer);
    return judgeLink(outcome).verdict === "broken" ? undefined : { unread: nameOutcome(outcome) };
  };
}

export const blog = defineAnalyser({
  feature: "blog",
  explanation:
    "A website has a blog if a feed that it names has posts, a section of its address is called `blog`, `news` or the like in six languages, it links to a host such as `blog.example.com`, or its JSON-LD has a BlogPosting. The newest post is found by the dates in feeds, in metadata of articles and in addresses. Of several feeds, two are read.",
  category: "website",
  items: { blog: blogData },
  reads: "everyPage",
  collect: () => new BlogPages(),
  async analyse(crawl, site, pages) {
    const { finding, unread } = await analyseBlog(pages, politeFeed(crawl, site), site.now);
    const left = unread.map((reason) => ({ reason, count: 1 }));
    const further = pages.unread.size;
    if (further > 0) left.push({ reason: "limit of feeds", count: further });
    return { ...(finding && { finding }), left };
  },
  tell({ finding, left }, own) {
    const unchecked = left.map((each) => ({ what: "feeds" as const, ...each }));
    if (!finding) return { findings: {}, unchecked };

    const { blog_url, feed_url, last_post_at } = finding.data;
    const fault = ofWebsite("no_recent_post", blog_url ?? feed_url ?? "", { last_post_at });
    const told = withFaults(finding, finding.status === "warning" ? [fault] : [], own);
    return { findings: { blog: told.finding }, faults: told.faults, unchecked };
  },
  summary: {},
  whenOff: {},
  summarise: () => ({}),
});
