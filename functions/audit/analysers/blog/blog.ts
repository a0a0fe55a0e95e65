import * as z from "zod/mini";
import { describeError, log } from "../../../../shared/log.ts";
import { decodeText, OutboundError } from "../../../../shared/outbound/index.ts";
import type { Page } from "../../../../shared/pages/page.ts";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import { timestamp } from "../../../../shared/time.ts";
import { clip, defineAnalyser, detailText, type Finding, readablePages } from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { jsonLdNodes, textsOf, typesOf } from "../../jsonLd.ts";
import { type Feed, newestDate, readFeed } from "./feed.ts";

export const blogData = z.strictObject({
  has_blog: z.boolean(),
  blog_url: z.optional(detailText),
  feed_url: z.optional(detailText),
  last_post_at: z.optional(z.string()),
});

type BlogData = z.infer<typeof blogData>;

/** The text of a feed, or undefined where there is none; may throw. */
type FetchFeed = (url: string) => Promise<string | undefined>;

const SECTION = /^(?:blogs?|news|articles?|posts?|journal|stories|insights|magazine)$/i;
const BLOG_TYPES = new Set(["Blog", "BlogPosting", "LiveBlogPosting"]);
const ARTICLE_TYPES = new Set(["Article", "NewsArticle", "BlogPosting", "LiveBlogPosting"]);

const MAX_FEEDS = 2;
const MAX_FEED_BYTES = 1_000_000;
const MAX_REDIRECTS = 5;
const STALE_MS = 90 * 86_400_000;

/**
 * Whether the website has a blog, and when its last post was. It has one when a feed that its
 * pages name has a post (at most two feeds are read, those of comments are not), when a page of it
 * has `blog`, `news`, `articles` or the like as one of the first two parts of its path, when a
 * page links to such a host (`blog.example.com`), or when its JSON-LD has a Blog or BlogPosting.
 * The last post is the newest date of the feeds, of articles' metadata and JSON-LD, and of dates
 * in URLs (`/2026/03/14/`); dates in the future don't count.
 *
 * `success`: a post in the last 90 days; `warning`: none in that time; `info`: no blog, or none
 * whose posts have a date.
 */
export async function analyseBlog(
  pages: Page[],
  fetchFeed: FetchFeed,
  now: Date,
): Promise<Finding<BlogData>> {
  const checked = readablePages(pages);
  const feeds = await readFeeds(checked, fetchFeed, now);
  const [feed] = feeds.filter(({ posts_count }) => posts_count > 0);
  const blogUrl = findBlogUrl(checked);
  if (!feed && !blogUrl) return { status: "info", data: { has_blog: false } };
  const dates = feeds.flatMap(({ last_post_at }) => last_post_at?.toISOString() ?? []);
  const last = newestDate([...dates, ...checked.flatMap(datesOfPosts)], now);
  return {
    status: !last ? "info" : now.getTime() - last.getTime() <= STALE_MS ? "success" : "warning",
    data: {
      has_blog: true,
      ...(blogUrl && { blog_url: clip(blogUrl) }),
      ...(feed && { feed_url: clip(feed.url) }),
      ...(last && { last_post_at: timestamp(last) }),
    },
  };
}

async function readFeeds(pages: Page[], fetchFeed: FetchFeed, now: Date) {
  const urls = new Set(pages.flatMap(({ feeds }) => feeds).filter((url) => !/comments/i.test(url)));
  const feeds: (Feed & { url: string })[] = [];
  for (const url of [...urls].slice(0, MAX_FEEDS)) {
    try {
      feeds.push({ url, ...readFeed((await fetchFeed(url)) ?? "", now) });
    } catch (error) {
      log("info", "a feed could not be read", { url, ...describeError(error) });
    }
  }
  return feeds;
}

/** Reads a feed's first megabyte, in which its newest posts are, as politely as the crawl. */
export function politeFeed(
  { site, robots }: Pick<Crawl, "site" | "robots">,
  { client, deadline }: { client: PoliteClient; deadline: number },
): FetchFeed {
  return async (url) => {
    if (site.includes(url) && !robots.allows(url)) return undefined;
    const request = { maxBytes: MAX_FEED_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
    const answer = await client.request(url, request);
    if (!answer || answer instanceof OutboundError || answer.status !== 200) return undefined;
    return decodeText(answer);
  };
}

/** Where the blog is: the shortest URL of its section, a blog's own host, or a page that calls itself a post. */
function findBlogUrl(pages: Page[]): string | undefined {
  const [section] = pages
    .map(({ url }) => url)
    .filter(isInSection)
    .sort((a, b) => a.length - b.length);
  return section ?? findBlogHost(pages) ?? pages.find(isPost)?.url;
}

function isInSection(url: string): boolean {
  const path = URL.parse(url)?.pathname.split("/").slice(1, 3) ?? [];
  return path.some((part) => SECTION.test(part));
}

/** A link to `blog.example.com` from `www.example.com` or `example.com`. */
function findBlogHost(pages: Page[]): string | undefined {
  for (const { url, links } of pages) {
    const domain = URL.parse(url)?.hostname.replace(/^www\./, "");
    const link = links.find(({ url, kind, valid }) => {
      const host = valid && kind === "a" ? (URL.parse(url)?.hostname ?? "") : "";
      return host === `blog.${domain}` || host === `news.${domain}`;
    });
    if (link) return link.url;
  }
  return undefined;
}

function isPost(page: Page): boolean {
  return jsonLdNodes(page).some((node) => typesOf(node).some((type) => BLOG_TYPES.has(type)));
}

/** What a page says of when it was published, as text; a page that is no article says nothing. */
function datesOfPosts(page: Page): string[] {
  const articles = jsonLdNodes(page).filter((node) =>
    typesOf(node).some((type) => ARTICLE_TYPES.has(type)),
  );
  const [, year, month, day = "01"] =
    /\/((?:19|20)\d\d)\/(0?[1-9]|1[0-2])(?:\/(0?[1-9]|[12]\d|3[01]))?(?:\/|$)/.exec(
      URL.parse(page.url)?.pathname ?? "",
    ) ?? [];
  return [
    ...textsOf(page.meta["article:published_time"]),
    ...articles.flatMap((article) => textsOf(article["datePublished"])),
    ...(year && month ? [`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`] : []),
  ];
}

export const blog = defineAnalyser({
  feature: "blog",
  category: "website",
  items: { blog: blogData },
  reads: "everyPage",
  analyse: async (crawl, context) => ({
    findings: { blog: await analyseBlog(crawl.pages, politeFeed(crawl, context), context.now) },
  }),
  summarise: () => ({}),
});
