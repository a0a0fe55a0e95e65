import { Parser } from "htmlparser2";
import { decodeText } from "../../platform/outbound/decodeText.ts";
import { OutboundError } from "../../platform/outbound/failure.ts";
import { DAY_MS, timestamp } from "../../platform/time.ts";
import type { Crawl } from "../crawl/crawl.ts";
import { describeOutcome, judgeLink, nameOutcome } from "../pages/outcome.ts";
import {
  isReadable,
  type JsonLdNode,
  jsonLdNodes,
  type Page,
  textsOf,
  typesOf,
} from "../pages/page.ts";
import type { RequestTools } from "../pages/politeClient.ts";
import type { Analyser, AuditInput, Examination, Examined } from "./analyser.ts";
import { ofWebsite } from "./faults.ts";

const MAX_FEED_BYTES = 1_000_000;
const MAX_REDIRECTS = 5;
const STALE_MS = 90 * DAY_MS;
const EARLIEST = Date.UTC(1995, 0);

/** Feeds of comments, and of products in shops of Shopify and WooCommerce. */
const NO_POSTS =
  /comments|\/(?:collections|products?|product-(?:category|tag|brand)|shop(?=\/feed\/?$))\//i;
const BLOG_TYPES = new Set(["Blog", "BlogPosting", "LiveBlogPosting"]);
const ARTICLE_TYPES = new Set(["Article", "NewsArticle", "BlogPosting", "LiveBlogPosting"]);

/** The maximum number of distinct dates of posts kept for one site. */
const MAX_DATES = 10_000;
const MAX_FEEDS_READ = 2;
const MAX_FEEDS = 1000;

/** What the pages of a website show about its blog. */
class BlogExamination implements Examination {
  /** Without feeds of comments and products. */
  readonly #feeds = new Set<string>();
  /** The times of posts, in milliseconds since 1970. */
  readonly #times = new Set<number>();
  #hasPost = false;

  add(page: Page) {
    if (!isReadable(page)) return;
    for (const feed of page.feeds)
      if (!NO_POSTS.test(feed) && this.#feeds.size < MAX_FEEDS) this.#feeds.add(feed);
    const nodes = jsonLdNodes(page);
    this.#hasPost ||= nodes.some((node) => isOneOf(BLOG_TYPES, node));
    const articles = nodes.filter((node) => isOneOf(ARTICLE_TYPES, node));
    const dates = [
      ...textsOf(page.meta["article:published_time"]),
      ...articles.flatMap((article) => textsOf(article["datePublished"])),
    ];
    for (const time of dates.flatMap((text) => dateOf(text) ?? []))
      if (this.#times.size < MAX_DATES) this.#times.add(time);
  }

  /**
   * Whether the last post of the website's blog is older than 90 days. A website has a blog if a feed that its pages
   * name has a post, or a page's JSON-LD has a Blog or BlogPosting. The last post is the newest date in feeds and in
   * articles' metadata and JSON-LD. Dates in the future don't count. A feed that could not be read may have the newest
   * post.
   */
  async examine({
    crawl,
    now,
    ...tools
  }: Pick<AuditInput, "crawl" | "now" | "client" | "deadline">): Promise<Examined> {
    const unread: string[] = [];
    const times = [...this.#times];
    let hasPost = this.#hasPost;
    for (const feed of [...this.#feeds].slice(0, MAX_FEEDS_READ)) {
      const fetched = await fetchFeed(feed, crawl, tools);
      if (typeof fetched !== "string") {
        unread.push(fetched.unread);
        continue;
      }
      const posts = readPosts(fetched);
      hasPost ||= posts.length > 0;
      times.push(...posts.flatMap((dates) => timeOf(dates) ?? []));
    }
    const last = newestDate(times, now);
    const isRecent = last && now.getTime() - last.getTime() <= STALE_MS;
    const isStale = hasPost && last !== undefined && !isRecent;
    const beyond = Math.max(0, this.#feeds.size - MAX_FEEDS_READ);
    const unchecked = unread.map((reason) => ({ what: "feeds" as const, reason, count: 1 }));
    if (beyond > 0) unchecked.push({ what: "feeds", reason: "feed_limit", count: beyond });
    const faults = isStale
      ? [ofWebsite("no_recent_post", crawl.startUrl, { last_post_at: timestamp(last) })]
      : [];
    return { ...((unread.length === 0 || isRecent) && { faults }), unchecked };
  }
}

/**
 * A feed's first megabyte, which has its newest posts, read as politely as the crawl; an empty text without a feed; or
 * the reason (`reasonIn`) why it is unreadable.
 */
async function fetchFeed(
  url: string,
  { site, robots }: Pick<Crawl, "site" | "robots">,
  { client, deadline }: RequestTools,
): Promise<string | { unread: string }> {
  if (site.includes(url) && !robots.allows(url)) return { unread: "robots_txt" };
  const request = { maxBytes: MAX_FEED_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
  const answer = await client.request(url, request);
  if (!answer) return { unread: "deadline" };
  const outcome = describeOutcome(answer);
  if (!(answer instanceof OutboundError) && answer.status === 200) return decodeText(answer);
  return judgeLink(outcome).verdict === "broken" ? "" : { unread: nameOutcome(outcome) };
}

/** No feed nests like this. */
const MAX_DEPTH = 100;
const MAX_POSTS = 1000;
const MAX_DATE_LENGTH = 100;

const POSTS = new Set(["item", "entry"]);
const DATES = new Set(["pubDate", "date", "published", "updated"]);

interface PostDate {
  name: string;
  text: string;
}

/**
 * The dates of the posts in an RSS or Atom feed: `pubDate`, `dc:date`, `published` and `updated` in an `item` or `entry`,
 * with any prefix. The dates of the feed itself don't count, because they change without a post. A feed need not be
 * well-formed, and one that is cut off counts as far as it goes.
 */
function readPosts(xml: string): PostDate[][] {
  const posts: PostDate[][] = [];
  const open: string[] = [];
  const isDate = () => POSTS.has(open.at(-2) ?? "") && DATES.has(open.at(-1) ?? "");
  const parser = new Parser(
    {
      onopentagname(written) {
        const name = written.slice(written.indexOf(":") + 1);
        if (open.length >= MAX_DEPTH || posts.length >= MAX_POSTS) return parser.pause();
        open.push(name);
        if (POSTS.has(name)) posts.push([]);
        if (isDate()) posts.at(-1)?.push({ name, text: "" });
      },
      ontext(text) {
        const date = isDate() ? posts.at(-1)?.at(-1) : undefined;
        if (date && date.text.length < MAX_DATE_LENGTH) date.text += text.slice(0, MAX_DATE_LENGTH);
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  return posts;
}

/** When a post was published; `updated` only counts if it has no other date. */
function timeOf(dates: PostDate[]): number | undefined {
  const stated = dates.filter(({ text }) => text !== "");
  const { text } = stated.find(({ name }) => name !== "updated") ?? stated[0] ?? {};
  return text === undefined ? undefined : dateOf(text);
}

/** The letters of a zone after the time: `CET`. JavaScript knows those of RFC 5322 alone. */
const ZONE_LETTERS = /(:\d\d)\s+\(?[A-Z]{1,5}\)?$/i;

/**
 * The time in a text, in milliseconds since 1970. A text without a year of four digits is no date:
 * `Date.parse` would accept "1". An unknown zone counts as UTC (RFC 5322, 4.3).
 */
function dateOf(text: string): number | undefined {
  if (!/\d{4}/.test(text)) return undefined;
  const date = text.trim();
  const parsed = Date.parse(date);
  const time = Number.isNaN(parsed) ? Date.parse(date.replace(ZONE_LETTERS, "$1 +0000")) : parsed;
  return time >= EARLIEST ? time : undefined;
}

/** The newest time that is not in the future; a day is allowed for time zones. */
function newestDate(times: number[], now: Date): Date | undefined {
  const past = times.filter((time) => time <= now.getTime() + DAY_MS);
  return past.length === 0 ? undefined : new Date(past.reduce((a, b) => Math.max(a, b)));
}

function isOneOf(types: ReadonlySet<string>, node: JsonLdNode): boolean {
  return typesOf(node).some((type) => types.has(type));
}

export const blog: Analyser = {
  feature: "blog",
  explanation:
    "A website has a blog if a feed that it names has posts, or its JSON-LD has a BlogPosting. The newest post is found by the dates in feeds and in metadata of articles. Of several feeds, two are read.",
  reads: "everyPage",
  begin: () => new BlogExamination(),
};
